import {
  DEFAULT_SETTINGS,
  type BaseSettings,
  type SsidImage,
  type StoredSettings,
} from '../records/domain/network-configuration.js';
import type { DocumentSources, SsidSource } from './render-document.js';

export const DEFAULT_CONFIRM_WITHIN_S = DEFAULT_SETTINGS.confirmWithinS;

/** What a network adds to the documents of its devices. */
export type NetworkSources = Pick<DocumentSources, 'ssids' | 'timeZone' | 'confirmWithinS'>;

/** The settings of a network now. */
export type LiveSources = Pick<DocumentSources, 'ssids' | 'timeZone'>;

/**
 * The settings that the document shows: those of now, or the last that passed a canary.
 * @param open decrypts an SSID as it was before
 */
export function settingsOf(
  record: { readonly settings?: StoredSettings; readonly base?: BaseSettings | null } | undefined,
  document: 'live' | 'base',
  live: LiveSources,
  open: (image: SsidImage) => SsidSource,
): NetworkSources {
  const { confirmWithinS = DEFAULT_CONFIRM_WITHIN_S } = record?.settings ?? {};
  const base = document === 'base' ? record?.base : null;
  if (!base) return { ...live, confirmWithinS };
  const changed = new Set(base.ssids.map(({ id }) => id));
  return {
    ssids: [
      ...live.ssids.filter(({ id }) => !changed.has(id)),
      ...base.ssids.flatMap(({ before }) => (before ? [open(before)] : [])),
    ],
    timeZone: base.timeZone ?? live.timeZone,
    confirmWithinS: base.confirmWithinS ?? confirmWithinS,
  };
}
