import type { ConfigurationDocument } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import { posixZone } from '../../../ucentral/domain/config/posix-zone.js';
import type { UciSection } from './uci-file.js';

const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;

/** The name and the time zone of the machine, in the section that openwisp-config names `system`. */
export function systemSections({
  device,
  time_zone: zone,
}: Pick<ConfigurationDocument, 'device' | 'time_zone'>): {
  readonly sections: readonly UciSection[];
  readonly leftOut: readonly DeviceLeftOut[];
} {
  const timezone = posixZone(zone);
  const hostname = HOST_NAME.test(device.name) ? device.name : null;
  const leftOut = [
    ...(hostname === null ? [lacking(0, 'device_name')] : []),
    ...(timezone === null ? [lacking(0, 'time_zone')] : []),
  ];
  if (leftOut.length > 1) return { sections: [], leftOut };
  const options = { hostname, ...(timezone === null ? {} : { zonename: zone, timezone }) };
  return { sections: [{ file: 'system', type: 'system', name: 'system', options }], leftOut };
}
