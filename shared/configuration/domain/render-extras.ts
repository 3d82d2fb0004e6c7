import { createHash } from 'node:crypto';
import { optionLines } from '../records/domain/device-options.js';
import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import type { ExtraSettings } from './document.js';
import type { Word } from './meanings.js';
import { CREDENTIALS } from './ssid-credentials.js';

const DOMAIN_DIGITS = 4;

/** What an SSID has beyond the interface document. What its security mode does not allow is off. */
export function extrasOf(
  mode: Word<'security_mode'>,
  { networkId, ssid }: { readonly networkId: number; readonly ssid: Ssid },
): ExtraSettings {
  const { extras } = ssid;
  const credential = CREDENTIALS[mode];
  return {
    fast_roaming:
      extras.fast_roaming && credential !== 'none'
        ? { mobility_domain: mobilityDomain(networkId, ssid.ssid_name) }
        : null,
    neighbor_reports: extras.neighbor_reports ?? false,
    bss_transition: extras.bss_transition ?? false,
    dynamic_vlan: (extras.dynamic_vlan ?? false) && credential === 'radius',
    dtim_period: extras.dtim_period,
    dhcp_relay_address: extras.dhcp_relay_address,
    options: optionLines(extras.options),
  };
}

/** One domain for all SSIDs of a network with a name: clients roam between them. */
function mobilityDomain(networkId: number, name: string): string {
  return createHash('sha256').update(`${networkId} ${name}`).digest('hex').slice(0, DOMAIN_DIGITS);
}
