import type { RadioEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { Capabilities } from './capabilities.js';
import { lacking } from './left-out.js';

/**
 * The country of the radios: that of the document, else the device's own. Null when there is none in which the device may
 * send: then no radio is on the air.
 */
export function countryOf(
  radios: readonly Pick<RadioEntry, 'country'>[],
  { country: own, countries }: Capabilities,
): { readonly country: string | null; readonly leftOut: readonly DeviceLeftOut[] } {
  const isAllowed = (country: string): boolean => countries === null || countries.includes(country);
  const wanted = radios.find(({ country }) => country !== null)?.country ?? null;
  if (wanted !== null && isAllowed(wanted)) return { country: wanted, leftOut: [] };
  const country = own !== null && isAllowed(own) ? own : null;
  if (wanted === null) return { country, leftOut: [] };
  const message = country === null ? `not ${wanted}` : `${country} instead of ${wanted}`;
  return { country, leftOut: [lacking(0, 'country', 'country', message)] };
}
