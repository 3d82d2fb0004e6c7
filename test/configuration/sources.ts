import { DEFAULT_MEANINGS } from '../../shared/configuration/domain/meanings.js';
import type { DocumentSources } from '../../shared/configuration/domain/render-document.js';
import { defaultSsid, type Ssid } from '../../shared/ssids/domain/ssid-fields.js';

/** An SSID that needs nothing that it does not have, with some of its fields set. */
export function someSsid(fields: Partial<Ssid> = {}): Ssid {
  return {
    ...defaultSsid(),
    ssid_name: 'Lobby',
    security_mode: '2',
    wpa_key: 'room-service-only',
    ...fields,
  };
}

/** The sources of the document in docs/configuration.md#revision. */
export function vectorSources(): DocumentSources {
  const ssid = someSsid({
    ssid_name: 'Café',
    is_isolate: true,
    radio_band: '3',
    max_association: 64,
    v_lan_attributes: { name: null, enable_dhcp_on_v_lan: false, v_lan_id: 20, id: null },
  });
  return {
    meanings: DEFAULT_MEANINGS,
    salt: '000102030405060708090a0b0c0d0e0f',
    heartbeatIntervalS: 60,
    confirmWithinS: 120,
    device: {
      id: 6,
      macId: '02:00:5E:10:00:06',
      name: 'Lobby "A"',
      partNumber: 'MR-330',
      isSwitch: false,
      networkId: 1,
      tagIds: [],
      radio: null,
    },
    timeZone: 'Europe/Berlin',
    radio: {
      country: 'DE',
      bands: { '5g': { channel: 'auto', channels: [36, 52, 100], width_mhz: 80 } },
    },
    ssids: [{ id: 2, networkId: 1, ssid, servers: new Map() }],
    uplinks: [
      { id: 1, uplinkType: '1', details: { uplink_type: '1', priority: 1, protocol: 'dhcp', note: 'x' } },
    ],
    ports: [],
  };
}

/** The sources of the vector with one SSID that has other fields, and RADIUS servers. */
export function sourcesWith(
  fields: Partial<Ssid>,
  device: Partial<DocumentSources['device']> = {},
  servers: DocumentSources['ssids'][number]['servers'] = new Map(),
) {
  const sources = vectorSources();
  return {
    ...sources,
    device: { ...sources.device, ...device },
    ssids: [{ id: 2, networkId: 1, ssid: someSsid(fields), servers }],
  };
}
