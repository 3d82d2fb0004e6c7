import type { SsidImage } from '../../configuration/records/domain/network-configuration.js';

/** The fields of an SSID that the base of a network's configuration keeps. The key stays encrypted. */
export function ssidImage({ _id, ssidName, settings, wpaKey }: SsidImage): SsidImage {
  return { _id, ssidName, settings, wpaKey };
}
