import type { TestApi } from '../api.js';
import type { NetworkRecord } from '../../../shared/models/network.js';
import type { NetworkSsidRecord } from '../../../shared/models/network-ssid.js';
import type { OrganisationRecord } from '../../../shared/models/organisation.js';
import { makeNetwork, makeOrganisation, makeUser, type TestUser } from './organisation.js';

/** An organisation of the test's own with one network and a user who may do everything. */
export interface SsidHome {
  readonly organisation: OrganisationRecord;
  readonly network: NetworkRecord;
  readonly admin: TestUser;
}

export async function makeSsidHome({ deps }: TestApi): Promise<SsidHome> {
  const organisation = await makeOrganisation(deps);
  return {
    organisation,
    network: await makeNetwork(deps, organisation._id),
    admin: await makeUser(deps, organisation._id),
  };
}

/** A user of the same organisation who has these networks only. */
export async function makeRestricted(
  { deps }: TestApi,
  { organisation }: SsidHome,
  access: 'full' | 'read',
  networks: readonly NetworkRecord[],
  fields: Parameters<typeof makeUser>[2] = {},
): Promise<TestUser> {
  const grants = networks.map((network) => ({ id: network._id, access }));
  return makeUser(deps, organisation._id, { role: 'operator', networks: grants, ...fields });
}

/** The id of an SSID that was created through the API. */
export async function makeSsid(
  api: TestApi,
  { admin, network }: SsidHome,
  fields: Readonly<Record<string, unknown>> = {},
  networkId = network._id,
): Promise<number> {
  const network_ssid = { ssid_name: `SSID ${Math.random().toString(36).slice(2, 10)}`, ...fields };
  const reply = await api.call('POST', '/v1/network_ssids', {
    token: admin.token,
    body: { network_id: networkId, network_ssid },
  });
  if (reply.status !== 200) throw new Error(`no SSID was made: ${reply.text}`);
  return (reply.body as { data: { id: number } }).data.id;
}

/** An SSID as show gives it. */
export async function shownSsid(api: TestApi, token: string, id: number): Promise<Record<string, unknown>> {
  const reply = await api.call('GET', `/v1/network_ssids/${id}`, { token });
  if (reply.status !== 200) throw new Error(`SSID ${id} is not shown: ${reply.text}`);
  return (reply.body as { data: { network_ssid: Record<string, unknown> } }).data.network_ssid;
}

/** An SSID as it is stored; null when there is none. */
export async function storedSsid({ deps }: TestApi, id: number): Promise<NetworkSsidRecord | null> {
  return deps.mongo.models.networkSsids.findOne({ _id: id }).lean();
}

/** A value for every field of the interface document's list, each accepted as it is. */
export const EVERY_FIELD = {
  ssid_name: 'Lobby – Gäste 📶',
  is_enabled: false,
  ssid_mode: '1',
  nat: '1',
  wna: '0',
  is_hidden: true,
  is_isolate: true,
  security_mode: '2',
  wpa_algorithm: '3',
  wpa_key: 'correct horse, battery',
  psk_type: '1',
  auth_radius_id: 7,
  acc_radius_enabled: true,
  acc_radius_id: 8,
  acl_mac: '1',
  mac_filter_policy: '2',
  acl_mac_list: ['02:00:5E:10:00:01', '02:00:5E:10:00:02'],
  captive_portal: '4',
  splash_url: 'https://portal.example.test/splash?x=1',
  wallgarden: true,
  walled_garden_range: 'example.test,10.0.0.0/8',
  overwrite_success_url: true,
  success_url: 'http://www.example.test/',
  dhcp_range_start: '192.168.40.10',
  dhcp_range_end: '192.168.40.99',
  dhcp_relay_server: '2',
  dhcp_lease_time: 3600,
  ip_address: '192.168.40.1',
  subnet_mask: '255.255.255.0',
  per_user_qos: 512,
  enable_ssid_qos: true,
  ssid_qos: 2048,
  radio_band: '3',
  wds_enabled: true,
  max_association: 64,
  dns_mode: '2',
  dns_primary: '9.9.9.9',
  dns_secondary: '2001:db8::53',
  default_idle_timeout: 300,
  default_interim_time: 60,
  uplink_priority: '1',
  associated_aps_and_tags: [] as string[],
  dhcp_mappings: [{ IPADDR: '192.168.40.20', MAC: '02:00:5E:10:00:03' }],
  dhcp_ranges: [
    { START: '192.168.40.10', END: '192.168.40.19' },
    { START: '192.168.40.30', END: '192.168.40.30' },
  ],
  v_lan_attributes: { name: 'guests', enable_dhcp_on_v_lan: true, v_lan_id: 4094, id: 3 },
} as const;
