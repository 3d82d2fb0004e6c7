import type { ConfigurationDocument } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { compactMac } from '../../../platform/values/mac.js';
import { lacking } from './left-out.js';
import { posixZone } from './posix-zone.js';
import type { UnitConfig } from './ucentral-config.js';

const MAX_LABEL = 63;

export function unitOf({ device, time_zone: zone }: Pick<ConfigurationDocument, 'device' | 'time_zone'>): {
  readonly unit: UnitConfig;
  readonly leftOut: readonly DeviceLeftOut[];
} {
  const timezone = posixZone(zone);
  const unit = {
    name: device.name,
    hostname: hostnameOf(device.name) ?? compactMac(device.mac_id),
    timezone: timezone ?? 'UTC0',
  };
  return { unit, leftOut: timezone === null ? [lacking(0, 'time_zone')] : [] };
}

/** The name as one label of a host name; null when nothing is left of it. */
function hostnameOf(name: string): string | null {
  const label = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, MAX_LABEL)
    .replace(/^-+|-+$/g, '');
  return label === '' ? null : label;
}
