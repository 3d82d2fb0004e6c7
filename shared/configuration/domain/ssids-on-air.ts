import type { ConfigurationDocument } from './document.js';

/** The SSIDs that a document does not take off the air itself, by switching off the radios of all of their bands. */
export function ssidsOnAir({
  radios,
  wireless,
}: Pick<ConfigurationDocument, 'radios' | 'wireless'>): number[] {
  const off = new Set(radios.filter(({ enabled }) => enabled === false).map(({ band }) => band));
  return wireless.filter(({ bands }) => bands.some((band) => !off.has(band))).map(({ id }) => id);
}
