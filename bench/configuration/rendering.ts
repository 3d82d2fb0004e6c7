import { DEFAULT_MEANINGS } from '../../shared/configuration/domain/meanings.js';
import { renderDocument, type DocumentSources } from '../../shared/configuration/domain/render-document.js';
import { defaultSsid } from '../../shared/ssids/domain/ssid-fields.js';
import { rounded } from '../benchmark.js';

const SSIDS = 8;

/** An access point with eight SSIDs, half of them routers, and one uplink. */
function sources(): DocumentSources {
  const shared = {
    security_mode: '2',
    wpa_key: 'room-service-only',
    max_association: 64,
    per_user_qos: 5000,
  };
  const router = {
    ssid_mode: '1',
    ip_address: '10.0.0.1',
    subnet_mask: '255.255.0.0',
    dhcp_relay_server: '2',
    dhcp_range_start: '10.0.0.10',
    dhcp_range_end: '10.0.250.250',
    dhcp_lease_time: 3600,
  };
  const ssids = Array.from({ length: SSIDS }, (_, index) => {
    const fields = { ...shared, ...(index % 2 === 0 ? router : {}), ssid_name: `Guests of floor ${index}` };
    return { id: index + 1, networkId: 1, ssid: { ...defaultSsid(), ...fields }, servers: new Map() };
  });
  const device = { id: 6, macId: '02:00:5E:10:00:06', name: 'Lobby', partNumber: 'AF-AP-110' };
  return {
    meanings: DEFAULT_MEANINGS,
    salt: '000102030405060708090a0b0c0d0e0f',
    heartbeatIntervalS: 60,
    confirmWithinS: 120,
    device: { ...device, isSwitch: false, networkId: 1, tagIds: [], radio: null },
    timeZone: 'Europe/Berlin',
    radio: { country: 'DE', bands: { '5g': { channel: 'auto', channels: [36, 52, 100], width_mhz: 80 } } },
    ssids,
    uplinks: [{ id: 1, uplinkType: '1', details: { uplink_type: '1', priority: 1, protocol: 'dhcp' } }],
    ports: [],
  };
}

/** So many devices fetch together, and share the SSIDs of their network. */
const GROUP = 200;

/** Renders the documents of groups of devices in this process. */
export function rendering(seconds: number): { bytes: number; perSecond: number } {
  const bytes = Buffer.byteLength(renderDocument(sources()).body);
  let count = 0;
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const given = sources();
    for (let device = 0; device < GROUP; device += 1)
      renderDocument({ ...given, device: { ...given.device, id: count + device } });
    count += GROUP;
  }
  return { bytes, perSecond: rounded(count / ((performance.now() - began) / 1000)) };
}
