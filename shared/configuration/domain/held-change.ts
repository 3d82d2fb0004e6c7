import { isDeepStrictEqual } from 'node:util';
import type { RadioSettings } from '../records/domain/radio-settings.js';
import type { RadiusSource } from './render-ssid.js';
import { SSID_FIELD_NAMES, type Ssid, type SsidFieldName } from '../../ssids/domain/ssid-fields.js';

/** What updates of SSIDs and of the radio settings cannot set back: no caller is shown a former key, and an SSID that is created has another id. */
export const CHANGES_BY_HAND = [
  'wpa_key',
  'created',
  'deleted',
  'radius_servers',
  'time_zone',
  'confirm_within_s',
] as const;

export interface ChangeByHand {
  /** Null: a setting of the network. */
  readonly ssidId: number | null;
  readonly change: (typeof CHANGES_BY_HAND)[number];
}

/** An SSID that has changed since the base, and the names of the fields that have. */
export interface FormerSsid {
  readonly id: number;
  readonly before: Ssid;
  readonly fields: readonly SsidFieldName[];
}

/** What undoes the changes since the base. */
export interface Undo {
  readonly ssids: readonly FormerSsid[];
  /** The radio settings of the network before; undefined when they are the same. */
  readonly radio: RadioSettings | null | undefined;
  readonly byHand: readonly ChangeByHand[];
}

/** The settings that can differ from the base: SSIDs as they are there, and null where there is none. */
export interface ComparedSettings {
  readonly ssids: ReadonlyMap<number, Ssid | null>;
  /** The RADIUS servers that SSIDs name, with their secrets. */
  readonly servers: ReadonlyMap<number, RadiusSource>;
  readonly timeZone: string;
  readonly radio: RadioSettings | null;
  readonly confirmWithinS: number;
}

/** How the live settings of a network return to its base; null when nothing differs. */
export function undoOf(base: ComparedSettings, live: ComparedSettings): Undo | null {
  const ssids: FormerSsid[] = [];
  const byHand: ChangeByHand[] = [];
  for (const [id, before] of base.ssids) {
    const now = live.ssids.get(id) ?? null;
    if (before && now) {
      const fields = SSID_FIELD_NAMES.filter((name) => !isDeepStrictEqual(before[name], now[name]));
      const settable = fields.filter((name) => name !== 'wpa_key');
      if (settable.length > 0) ssids.push({ id, before, fields: settable });
      if (settable.length < fields.length) byHand.push({ ssidId: id, change: 'wpa_key' });
    } else if (before ?? now) byHand.push({ ssidId: id, change: before ? 'deleted' : 'created' });
  }
  if ([...live.servers].some(([id, server]) => !isDeepStrictEqual(base.servers.get(id), server)))
    byHand.push({ ssidId: null, change: 'radius_servers' });
  if (base.timeZone !== live.timeZone) byHand.push({ ssidId: null, change: 'time_zone' });
  if (base.confirmWithinS !== live.confirmWithinS) byHand.push({ ssidId: null, change: 'confirm_within_s' });
  const radio = isDeepStrictEqual(base.radio, live.radio) ? undefined : base.radio;
  return radio === undefined && ssids.length + byHand.length === 0 ? null : { ssids, radio, byHand };
}
