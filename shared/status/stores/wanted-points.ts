import { daysOf, HALF_HOUR_MS, placeOf, type PointSpan } from '../../inventory/domain/device-points.js';
import { batchesOf } from '../../platform/mongo/batches.js';

const HALF_HOURS = 48;
/** So many half hours of a day are read by their names; of more, the whole day. */
const FEW = 12;

/** The documents in which points of devices are, and the half hours of each. */
export class WantedPoints {
  private readonly byDay = new Map<number, { readonly ids: Set<string>; readonly halfHours: Set<number> }>();
  private readonly byId = new Map<string, number[]>();

  constructor(organisationId: number, spans: readonly PointSpan[]) {
    for (const { deviceId, from, to } of spans)
      for (const day of daysOf(from, to)) {
        const { _id } = placeOf({ organisationId, deviceId }, day);
        const dayMs = day.getTime();
        const first = Math.max(0, Math.ceil((from.getTime() - dayMs) / HALF_HOUR_MS));
        const end = Math.min(HALF_HOURS, Math.ceil((to.getTime() - dayMs) / HALF_HOUR_MS));
        const ofDay = this.byDay.get(dayMs) ?? { ids: new Set<string>(), halfHours: new Set<number>() };
        this.byDay.set(dayMs, ofDay);
        ofDay.ids.add(_id);
        const ofDevice = this.byId.get(_id) ?? [];
        this.byId.set(_id, ofDevice);
        for (let halfHour = first; halfHour < end; halfHour += 1) {
          ofDay.halfHours.add(halfHour);
          ofDevice.push(halfHour);
        }
      }
  }

  halfHours(id: string): readonly number[] {
    return this.byId.get(id) ?? [];
  }

  /** Of at most 1,000 documents each, with the half hours of their day that are wanted of any. */
  *queries(): Iterable<{ ids: readonly string[]; projection: Record<string, 1> }> {
    for (const { ids, halfHours } of this.byDay.values()) {
      if (halfHours.size === 0) continue;
      const isFew = halfHours.size <= FEW;
      const paths = isFew ? [...halfHours].map((halfHour) => `points.${halfHour}`) : ['points'];
      const projection = Object.fromEntries(paths.map((path) => [path, 1 as const]));
      for (const batch of batchesOf([...ids])) yield { ids: batch, projection };
    }
  }
}
