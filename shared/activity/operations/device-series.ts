import { readScope, type Caller } from '../../access/domain/access.js';
import { DAYS_KEPT, HALF_HOUR_MS, type DevicePoint } from '../../inventory/domain/device-points.js';
import { grownBy } from '../../inventory/domain/measured.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import type { ActivityDeps } from '../deps.js';
import { deafSpans, fault, rangeOf, type Span } from './read-series.js';

/** A device at the beginning of a half hour; bytes are those since the point before, null if that is not known. */
export type ShownDevicePoint = Pick<
  DevicePoint,
  'at' | 'online' | 'clients' | 'rxBytes' | 'txBytes' | 'busyPercent' | 'memFreeKb'
>;

/** What happened to the device: its version or its configuration changed, or it restarted. */
export interface DeviceMark {
  readonly at: Date;
  readonly kind: 'upgrade' | 'edit' | 'restart';
}

export interface DeviceSeries {
  readonly points: readonly ShownDevicePoint[];
  readonly marks: readonly DeviceMark[];
  readonly deaf: readonly Span[];
}

const MAX_MS = (DAYS_KEPT + 1) * 86_400_000;
const MAX_EVENTS = 200;

/**
 * The half-hourly points of a device. A caller of some networks sees those since the device came to its network
 * (docs/console-api.md#device_series).
 * @throws AppError deviceNotFound; settingsInvalid for a range of more than eight days
 */
export async function deviceSeries(
  deps: ActivityDeps,
  caller: Caller,
  id: number,
  request: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<DeviceSeries> {
  const { stores, now } = deps;
  const device = await findDeviceById(deps, caller, id);
  const { from, to } = rangeOf(request, now());
  if (to.getTime() - from.getTime() > MAX_MS) throw fault('from', 'must be at most 8 days before to');
  const since = readScope(caller).networkIds === 'all' ? null : device.networkSince;
  const begin = since && since > from ? since : from;
  const { organisationId } = device;
  const [found, events, deaf] = await Promise.all([
    stores.devicePoints.ofDevices(organisationId, [id], {
      from: new Date(begin.getTime() - HALF_HOUR_MS),
      to,
    }),
    stores.deviceEvents.between(device, { from: begin, to }, MAX_EVENTS),
    deafSpans(deps, caller, { from, to }),
  ]);
  const stored = (found.get(id) ?? []).filter(({ at }) => since === null || at >= since);
  const marks = [...events.flatMap(markOf), ...restartsOf(stored)];
  return {
    points: growth(stored).filter(({ at }) => at >= from),
    marks: marks.filter(({ at }) => at >= from).sort((one, other) => one.at.getTime() - other.at.getTime()),
    deaf,
  };
}

function growth(points: readonly DevicePoint[]): ShownDevicePoint[] {
  return points.map((point, index) => {
    const before = points[index - 1];
    const isNext = before !== undefined && point.at.getTime() - before.at.getTime() === HALF_HOUR_MS;
    const rxBytes = isNext ? grownBy(before.rxBytes, point.rxBytes) : null;
    const txBytes = isNext ? grownBy(before.txBytes, point.txBytes) : null;
    return { ...point, rxBytes, txBytes };
  });
}

/** A device has restarted by the time of the point whose count is higher than that of the one before. */
function restartsOf(points: readonly DevicePoint[]): DeviceMark[] {
  let last: number | null = null;
  return points.flatMap(({ at, restarts }) => {
    if (restarts === null) return [];
    const isMore = last !== null && restarts > last;
    last = restarts;
    return isMore ? [{ at, kind: 'restart' as const }] : [];
  });
}

function markOf({ at, kind }: DeviceEventRecord): DeviceMark[] {
  if (kind === 'changed_version') return [{ at, kind: 'upgrade' }];
  return kind === 'configured' ? [{ at, kind: 'edit' }] : [];
}
