import { readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { ActivityDeps } from '../deps.js';
import { united } from '../../deaf-periods/domain/deafness.js';
import { listDeafPeriods } from '../../deaf-periods/operations/list-deaf-periods.js';
import { tallyKeysOf, type TallyKey } from '../domain/tally-keys.js';
import { resolutionFor } from '../domain/series-steps.js';
import type { OnlinePoint } from '../stores/series-store.js';

export interface SeriesRequest {
  /** By default a day before `to`. */
  readonly from?: Date | undefined;
  /** By default now. */
  readonly to?: Date | undefined;
  /** By default the smallest whole minutes that give at most 300 points. */
  readonly stepS?: number | undefined;
  readonly networkId?: number | undefined;
}

export interface Series {
  readonly points: readonly OnlinePoint[];
  readonly stepS: number;
  /** When the service did not hear the devices, within the range; oldest first, not overlapping. */
  readonly deaf: readonly { readonly from: Date; readonly to: Date }[];
}

const MAX_POINTS = 300;
const MINUTE_S = 60;
const DAY_MS = 86_400_000;

/**
 * The devices up and down over time, in the networks that the caller may see (docs/console-api.md#online_series).
 * @throws AppError networkNotFound; settingsInvalid for a range of more than 300 points
 */
export async function readSeries(
  deps: ActivityDeps,
  caller: Caller,
  request: SeriesRequest,
): Promise<Series> {
  const { stores, now } = deps;
  const to = request.to ?? now();
  const from = request.from ?? new Date(to.getTime() - DAY_MS);
  const lengthS = (to.getTime() - from.getTime()) / 1000;
  if (lengthS <= 0) throw fault('from', 'must be before to');
  const stepS = request.stepS ?? Math.max(1, Math.ceil(lengthS / MAX_POINTS / MINUTE_S)) * MINUTE_S;
  if (lengthS / stepS > MAX_POINTS) throw fault('step', `gives more than ${MAX_POINTS} points`);
  const resolution = resolutionFor(from, stepS, now());
  const keys = await tallyKeysFor(deps, caller, request.networkId);
  const range = { from, to };
  const [found, periods] = await Promise.all([
    stores.onlineSeries.points(caller.organisationId, keys, resolution, range),
    listDeafPeriods(deps, caller, range),
  ]);
  const spans = periods.map((period) => ({
    from: Math.max(period.from.getTime(), from.getTime()),
    to: Math.min((period.to ?? to).getTime(), to.getTime()),
  }));
  const deaf = united(spans).map((span) => ({ from: new Date(span.from), to: new Date(span.to) }));
  return { points: firstOfEach(found, from, stepS), stepS, deaf };
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

/** The first point of each step. */
function firstOfEach(points: readonly OnlinePoint[], from: Date, stepS: number): OnlinePoint[] {
  const first = new Map<number, OnlinePoint>();
  for (const point of points) {
    const step = Math.floor((point.at.getTime() - from.getTime()) / (stepS * 1000));
    if (!first.has(step)) first.set(step, point);
  }
  return [...first.values()];
}

function fault(path: string, msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path, msg }] } });
}
