import type { UplinkEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { lacking } from './left-out.js';

/** What an uplink may have set and still be the one that every configuration has. */
const HARMLESS: ReadonlySet<string> = new Set(['protocol', 'priority']);

/**
 * The uplinks that the device does not get: all but ethernet with DHCP. A wrong one would cut it off from the service, and it
 * restores nothing by itself.
 */
export function uplinksLeftOut(uplinks: readonly UplinkEntry[]): DeviceLeftOut[] {
  return uplinks.flatMap(({ type, settings }) => {
    const { protocol = 'dhcp' } = settings;
    const isUsual = Object.keys(settings).every((name) => HARMLESS.has(name));
    return type === 'ethernet' && protocol === 'dhcp' && isUsual
      ? []
      : [lacking(0, 'uplinks', type, 'the uplink stays ethernet with DHCP')];
  });
}
