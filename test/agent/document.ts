import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { AgentBox } from './agent-box.js';

export const MAC = '02:00:5E:10:00:06';

const ENTRY = {
  accounting: null as object | null,
  bands: ['2g', '5g'],
  client_kbps: null as number | null,
  extras: {
    bss_transition: false,
    dhcp_relay_address: null as string | null,
    dtim_period: null as number | null,
    dynamic_vlan: false,
    fast_roaming: null as { mobility_domain: string } | null,
    neighbor_reports: false,
    options: { hostapd: [] as string[], uci: [] as string[] },
  },
  hidden: false,
  id: 2,
  idle_timeout_s: null,
  isolate: false,
  mac_filter: { macs: [] as string[], policy: 'off' },
  max_clients: null as number | null,
  mode: 'bridge',
  portal: null,
  router: null as object | null,
  security: {
    ciphers: ['ccmp'],
    key: 'room-service-only' as string | null,
    mode: 'wpa2-psk',
    servers: [] as object[],
  },
  ssid: 'Café',
  ssid_kbps: null as number | null,
  uplink_priority: null as number | null,
  vlan: null as { dhcp: boolean; id: number } | null,
  wds: false,
};
export type Entry = Partial<Omit<typeof ENTRY, 'extras' | 'security'>> & {
  extras?: Partial<typeof ENTRY.extras>;
  security?: Partial<typeof ENTRY.security>;
};

/** The radios of a band that nothing is set of. */
const RADIO = {
  channel: null,
  channels: null,
  country: null,
  enabled: null,
  legacy_rates: null,
  options: { hostapd: [], uci: [] },
  power_dbm: null,
  width_mhz: null,
};

export type RadioValues = Readonly<
  Partial<Record<'2g' | '5g' | '6g', Readonly<Partial<Record<keyof typeof RADIO, unknown>>>>>
>;

/** The entries of all bands with these values. */
export function radiosOf(values: RadioValues = {}): readonly object[] {
  return (['2g', '5g', '6g'] as const).map((band) => ({ ...RADIO, band, ...values[band] }));
}

/** A document of the device MAC, in the form that the service sends, with these SSIDs. */
export function documentOf(entries: readonly Entry[], more: object = {}): string {
  const wireless = entries.map((entry, index) => ({
    ...ENTRY,
    id: index + 1,
    ssid: `SSID ${index + 1}`,
    ...entry,
    extras: { ...ENTRY.extras, ...entry.extras },
    security: { ...ENTRY.security, ...entry.security },
  }));
  const content = {
    confirm_within_s: 120,
    device: { id: 6, mac_id: MAC, name: 'Lobby "A" "revision":"', part_number: 'MR-330' },
    heartbeat_interval_s: 60,
    ports: [],
    radios: radiosOf(),
    salt: '000102030405060708090a0b0c0d0e0f',
    schema: 2,
    time_zone: 'Europe/Berlin',
    uplinks: [],
    wireless,
    ...more,
  };
  const revision = createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
  return canonicalize({ ...content, revision }) ?? '';
}

/** Lets an agent check a document; the files that it would apply are not kept. */
export async function check(box: AgentBox, document: string): ReturnType<AgentBox['run']> {
  const file = join(box.folder, 'document.json');
  await writeFile(file, document);
  return box.run(['check', file]);
}
