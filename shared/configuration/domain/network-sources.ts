import {
  DEFAULT_SETTINGS,
  type BaseSettings,
  type RadiusImage,
  type SsidImage,
  type StoredSettings,
} from '../records/domain/network-configuration.js';
import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import type { DocumentSources } from './render-document.js';
import type { RadiusSource, SsidSource } from './render-ssid.js';

export const DEFAULT_CONFIRM_WITHIN_S = DEFAULT_SETTINGS.confirmWithinS;

/** What a network adds to the documents of its devices. */
export type NetworkSources = Pick<DocumentSources, 'ssids' | 'timeZone' | 'radio' | 'confirmWithinS'>;

/** The settings of a network now. */
export interface LiveSources extends Pick<DocumentSources, 'ssids' | 'timeZone' | 'radio'> {
  readonly networkId: number;
  /** The RADIUS servers that the SSIDs name, now and in the base. */
  readonly servers: ReadonlyMap<number, RadiusSource>;
}

/** Decrypts SSIDs and RADIUS servers as they were before a change. */
export interface OpenImages {
  ssid(image: SsidImage): Ssid;
  server(image: RadiusImage): RadiusSource;
}

/** The settings that the document shows: those of now, or the last that passed a canary. */
export function settingsOf(
  record: { readonly settings?: StoredSettings; readonly base?: BaseSettings | null } | undefined,
  document: 'live' | 'base',
  { networkId, ssids, servers: serversNow, timeZone, radio }: LiveSources,
  open: OpenImages,
): NetworkSources {
  const { confirmWithinS = DEFAULT_CONFIRM_WITHIN_S } = record?.settings ?? {};
  const base = document === 'base' ? record?.base : null;
  if (!base) return { ssids, timeZone, radio, confirmWithinS };
  const changed = new Set(base.ssids.map(({ id }) => id));
  const unchanged = ssids.filter(({ id }) => !changed.has(id));
  const servers = serversBefore(base, serversNow, open);
  const before = base.ssids.flatMap(({ before: image }): SsidSource[] =>
    image ? [{ id: image._id, networkId, ssid: open.ssid(image), servers }] : [],
  );
  return {
    // An SSID that is the same object as before is not rendered again.
    ssids: [...(base.servers ? unchanged.map((ssid) => ({ ...ssid, servers })) : unchanged), ...before],
    timeZone: base.timeZone ?? timeZone,
    radio: base.radio === undefined ? radio : base.radio,
    confirmWithinS: base.confirmWithinS ?? confirmWithinS,
  };
}

/** The RADIUS servers as they were at the base. */
export function serversBefore(
  base: BaseSettings,
  now: ReadonlyMap<number, RadiusSource>,
  open: Pick<OpenImages, 'server'>,
): ReadonlyMap<number, RadiusSource> {
  const servers = new Map(now);
  for (const { id, before } of base.servers ?? []) {
    if (before) servers.set(id, open.server(before));
    else servers.delete(id);
  }
  return servers;
}
