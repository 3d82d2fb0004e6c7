import { isIP } from 'node:net';
import type { PortalSettings, WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { lacking } from './left-out.js';
import type { CaptiveConfig } from './ucentral-config.js';

const NAME =
  /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** The page of the device's own that clients send before they reach more than the walled garden. */
export function captiveOf(
  id: number,
  portal: PortalSettings,
): { readonly captive: CaptiveConfig; readonly leftOut: readonly DeviceLeftOut[] } {
  const addresses = portal.walled_garden.filter((entry) => isIP(entry) !== 0);
  const names = portal.walled_garden.filter((entry) => isIP(entry) === 0 && NAME.test(entry));
  const isWhole = addresses.length + names.length === portal.walled_garden.length;
  return {
    captive: {
      'auth-mode': 'click-to-continue',
      ...(names.length > 0 ? { 'walled-garden-fqdn': names } : {}),
      ...(addresses.length > 0 ? { 'walled-garden-ipaddr': addresses } : {}),
    },
    leftOut: [
      ...(portal.splash_url === null ? [] : [lacking(id, 'splash_url')]),
      ...(portal.success_url === null ? [] : [lacking(id, 'success_url')]),
      ...(isWhole ? [] : [lacking(id, 'walled_garden')]),
    ],
  };
}

/** The device has one page, for one network behind it. */
export function canHavePortal({ portal, mode }: WirelessEntry, isTaken: boolean): boolean {
  return portal === null || (portal.login === 'click' && mode === 'router' && !isTaken);
}
