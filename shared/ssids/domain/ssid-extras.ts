import type { DeviceOptions } from '../../configuration/records/domain/device-options.js';

/** What an SSID has beyond the fields of the interface document. Null: not set. */
export interface SsidExtras {
  /** 802.11r. */
  fast_roaming: boolean | null;
  /** 802.11k. */
  neighbor_reports: boolean | null;
  /** 802.11v. */
  bss_transition: boolean | null;
  dynamic_vlan: boolean | null;
  dtim_period: number | null;
  dhcp_relay_address: string | null;
  options: DeviceOptions | null;
}

export type ExtraName = keyof SsidExtras;

export function noExtras(): SsidExtras {
  return {
    fast_roaming: null,
    neighbor_reports: null,
    bss_transition: null,
    dynamic_vlan: null,
    dtim_period: null,
    dhcp_relay_address: null,
    options: null,
  };
}

export const EXTRA_NAMES = Object.keys(noExtras()) as ExtraName[];

/** Answers and exports have extras only where one is set. */
export function shownExtras(extras: SsidExtras): SsidExtras | undefined {
  return EXTRA_NAMES.some((name) => extras[name] !== null) ? extras : undefined;
}
