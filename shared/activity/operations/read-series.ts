import { readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { ActivityDeps } from '../deps.js';
import { united } from '../../deaf-periods/domain/deafness.js';
import { listDeafPeriods } from '../../deaf-periods/operations/list-deaf-periods.js';
import { tallyKeysOf, type TallyKey } from '../domain/tally-keys.js';
import type { StoredPoint, Steps } from '../domain/series-points.js';
import { resolutionFor } from '../domain/series-steps.js';

export interface SeriesRequest {
  /** By default a day before `to`. */
  readonly from?: Date | undefined;
  /** By default now. */
  readonly to?: Date | undefined;
  /** By default the smallest whole minutes that give at most 300 points. */
  readonly stepS?: number | undefined;
  readonly networkId?: number | undefined;
}

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export interface Series<Point> {
  readonly points: readonly Point[];
  readonly stepS: number;
  /** When the service did not hear the devices, within the range; oldest first, not overlapping. */
  readonly deaf: readonly Span[];
}

const MAX_POINTS = 300;
const MINUTE_S = 60;
const DAY_MS = 86_400_000;

/**
 * A series over time, of the networks that the caller may see (docs/console-api.md#online_series).
 * @param pointsOf reads its points from those that are stored in the range and one step beyond
 * @throws AppError networkNotFound; settingsInvalid for a range of more than 300 points
 */
export async function readSeries<Point>(
  deps: ActivityDeps,
  caller: Caller,
  request: SeriesRequest,
  pointsOf: (stored: readonly StoredPoint[], steps: Steps) => Point[],
): Promise<Series<Point>> {
  const { stores, now } = deps;
  const { from, to } = rangeOf(request, now());
  const lengthS = (to.getTime() - from.getTime()) / 1000;
  const stepS = request.stepS ?? Math.max(1, Math.ceil(lengthS / MAX_POINTS / MINUTE_S)) * MINUTE_S;
  if (lengthS / stepS > MAX_POINTS) throw fault('step', `gives more than ${MAX_POINTS} points`);
  const resolution = resolutionFor(from, stepS, now());
  const keys = await tallyKeysFor(deps, caller, request.networkId);
  const beyond = new Date(to.getTime() + Math.max(stepS, resolution.stepS) * 1000);
  const [stored, deaf] = await Promise.all([
    stores.onlineSeries.points(caller.organisationId, keys, resolution, { from, to: beyond }),
    deafSpans(deps, caller, { from, to }),
  ]);
  return { points: pointsOf(stored, { from, to, stepS }), stepS, deaf };
}

/** @throws AppError settingsInvalid */
export function rangeOf(request: Pick<SeriesRequest, 'from' | 'to'>, now: Date): Span {
  const to = request.to ?? now;
  const from = request.from ?? new Date(to.getTime() - DAY_MS);
  if (from >= to) throw fault('from', 'must be before to');
  return { from, to };
}

/** When the service did not hear the devices, within a range; oldest first, not overlapping. */
export async function deafSpans(deps: ActivityDeps, caller: Caller, { from, to }: Span): Promise<Span[]> {
  const periods = await listDeafPeriods(deps, caller, { from, to });
  const spans = periods.map((period) => ({
    from: Math.max(period.from.getTime(), from.getTime()),
    to: Math.min((period.to ?? to).getTime(), to.getTime()),
  }));
  return united(spans).map((span) => ({ from: new Date(span.from), to: new Date(span.to) }));
}

async function tallyKeysFor(
  { stores }: ActivityDeps,
  caller: Caller,
  networkId: number | undefined,
): Promise<TallyKey[]> {
  const scope = readScope(caller);
  if (networkId === 0 && scope.unassigned) return [0];
  if (networkId !== undefined) {
    const network = await stores.networks.find(scope, networkId);
    if (!network) throw new AppError('networkNotFound', { details: { id: networkId } });
    return [networkId];
  }
  return tallyKeysOf(scope);
}

export function fault(path: string, msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path, msg }] } });
}
