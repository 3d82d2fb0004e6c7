import type { Band } from '../../configuration/records/domain/radio-channels.js';
import type { MeasuredDevice } from '../../status/stores/up-device-store.js';

export type AirDevice = MeasuredDevice;

/** A primary channel that radios of a network use. */
export interface UsedChannel {
  readonly band: Band;
  readonly channel: number;
  readonly radios: number;
  readonly clients: number;
  /** Of the radio that sees it busiest; null: none measures it. */
  readonly busyPercent: number | null;
  /** The first devices on it, by id. More than one are neighbours that share its air. */
  readonly deviceIds: readonly number[];
}

const MAX_DEVICES = 20;
const ORDER: readonly Band[] = ['2g', '5g', '6g'];

/** The channels of radios that are on the air, by band and channel. */
export function channelsOf(devices: readonly AirDevice[]): UsedChannel[] {
  const used = new Map<string, UsedChannel>();
  for (const { id, radios } of [...devices].sort((one, other) => one.id - other.id)) {
    for (const { band, channel, up, clients, busyPercent } of radios) {
      if (band === null || !channel || up !== true) continue;
      const key = `${band} ${channel}`;
      const known = used.get(key) ?? {
        band,
        channel,
        radios: 0,
        clients: 0,
        busyPercent: null,
        deviceIds: [],
      };
      const isNew = known.deviceIds.at(-1) !== id && known.deviceIds.length < MAX_DEVICES;
      used.set(key, {
        ...known,
        radios: known.radios + 1,
        clients: known.clients + (clients ?? 0),
        busyPercent: busyPercent === null ? known.busyPercent : Math.max(known.busyPercent ?? 0, busyPercent),
        deviceIds: isNew ? [...known.deviceIds, id] : known.deviceIds,
      });
    }
  }
  return [...used.values()].sort(
    (one, other) => ORDER.indexOf(one.band) - ORDER.indexOf(other.band) || one.channel - other.channel,
  );
}
