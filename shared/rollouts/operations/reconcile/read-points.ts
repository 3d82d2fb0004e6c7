import {
  comparedSpans,
  lastPointAt,
  rankedDevices,
  spansBefore,
  strataOf,
  withClientsBefore,
} from '../../domain/health/compared-points.js';
import { comparedRows, type JudgedPart } from '../../domain/health/judge-part.js';
import type { PartState } from '../../domain/health/look-rows.js';
import type { HealthReader } from './health-reader.js';

interface LookAt {
  readonly start: Date;
  readonly now: Date;
  /** The time of the look before. */
  readonly lookedAt: Date;
  readonly isCalm: JudgedPart['isCalm'];
  readonly gates: JudgedPart['gates'];
}

/** A part as a look leaves it, with the quantities that it compares. */
interface MeasuredPart {
  readonly state: PartState;
  readonly ranked: JudgedPart['ranked'];
}

/**
 * Adds what the half-hourly points say of a part: the clients of the devices that begin at this look, and, once for each
 * half hour, the quantities that are compared by ranks. Reads the points of at most 4,000 and 2,000 devices.
 */
export async function readPoints(
  reader: HealthReader,
  state: PartState,
  { start, now, lookedAt, isCalm, gates }: LookAt,
): Promise<MeasuredPart> {
  if (!gates.health) return notMeasured(state);
  const before = spansBefore(state.rows, state.look, start);
  const rows =
    before.length === 0 ? state.rows : withClientsBefore(state.rows, await reader.points(before), state.look);
  const isNews = lastPointAt(now) > lastPointAt(lookedAt);
  const devices = isNews ? rankedDevices(comparedRows({ ...state, rows }, isCalm), start, now) : [];
  if (devices.length === 0) return notMeasured({ ...state, rows });
  const points = await reader.points(devices.flatMap((device) => comparedSpans(device, now)));
  return { state: { ...state, rows }, ranked: strataOf(devices, points) };
}

function notMeasured(state: PartState): MeasuredPart {
  return { state, ranked: new Map() };
}
