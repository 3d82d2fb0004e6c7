import type { ConversionReport } from './conversion-report.js';
import { sortRecords } from './export-records.js';
import type { ExportValue } from './export-value.js';
import { placesOfNetworks } from './meraki-places.js';
import { MERAKI_SSID } from './meraki-ssid.js';
import { readMac } from './peer-mac.js';
import type { PeerDevice, PeerFleet, PeerNetwork, PeerSsid } from './peer-fleet.js';
import { applyRules, ServerList, SsidDraft } from './ssid-rules.js';

/** Answers of the Dashboard API v1, in which SSIDs do not say whose they are: the name of their file does. */
const MARKS = {
  networks: ['productTypes', 'name'],
  devices: ['mac', 'serial'],
  ssids: ['number', 'name', 'authMode'],
};

const NETWORK_ID = /[LN]_\d+/;
/** The dashboard lists 15 SSIDs of each network; those that were never set up have this name. */
const NEVER_SET_UP = /^Unconfigured SSID \d+$/;

const NOT_CONVERTED: Readonly<Record<string, string>> = {
  notes: 'has no counterpart: networks have no notes',
  isBoundToConfigTemplate: 'has no counterpart: the network gets the settings that it has now',
};

/** Networks, devices and SSIDs of the Meraki Dashboard. */
export function readMeraki(files: readonly ExportValue[], report: ConversionReport): PeerFleet {
  const { networks, devices, ssids } = sortRecords(files, MARKS, report);
  const places = placesOfNetworks(devices, report);
  const named = networks.map((network) => networkOf(network, places, report));
  const tags = new Map(networks.map((network) => [network.get('id').text(), tagsOf(network)]));
  const servers = new ServerList();
  return {
    networks: named,
    devices: devices.flatMap((device) => deviceOf(device, tags, report)),
    ssids: ssids.flatMap((ssid) => ssidOf(ssid, new SsidDraft(ssid, report, servers), named)),
  };
}

function tagsOf(record: ExportValue): string[] {
  return record
    .get('tags')
    .listOrNone()
    .map((tag) => tag.text());
}

function networkOf(
  network: ExportValue,
  places: ReturnType<typeof placesOfNetworks>,
  report: ConversionReport,
): PeerNetwork {
  for (const [name, reason] of Object.entries(NOT_CONVERTED)) {
    const value = network.get(name);
    if (value.isSet) report.add(value, reason);
  }
  const key = network.get('id').text();
  return {
    from: network,
    key,
    name: network.get('name').text(),
    timeZone: network.get('timeZone').textOrNone(),
    place: places.get(key) ?? {},
  };
}

function deviceOf(
  device: ExportValue,
  tagsOfNetworks: ReadonlyMap<string, readonly string[]>,
  report: ConversionReport,
): PeerDevice[] {
  const type = device.get('productType').textOrNone() || typeOf(device.get('model').text());
  if (type !== 'wireless' && type !== 'switch') {
    report.add(device, `is left out: ${type} is neither an access point nor a switch`);
    return [];
  }
  const network = device.get('networkId').textOrNone() || null;
  return [
    {
      from: device,
      mac: readMac(device.get('mac')),
      name: device.get('name').textOrNone(),
      serial: device.get('serial').text(),
      model: device.get('model').text(),
      isSwitch: type === 'switch',
      network,
      tags: new Set([...(tagsOfNetworks.get(network ?? '') ?? []), ...tagsOf(device)]),
      notes: device.get('notes').textOrNone(),
    },
  ];
}

/** Older answers have no productType. */
function typeOf(model: string): string {
  if (/^(MR|CW)/.test(model)) return 'wireless';
  return /^(MS|C9)/.test(model) ? 'switch' : model;
}

function ssidOf(record: ExportValue, draft: SsidDraft, networks: readonly PeerNetwork[]): PeerSsid[] {
  const isOn = record.get('enabled').raw === true;
  if (!isOn && NEVER_SET_UP.test(record.get('name').text())) return [];
  const [network] = NETWORK_ID.exec(record.file) ?? [];
  if (network === undefined || !networks.some(({ key }) => key === network))
    return record.refuse(
      'has no network: name the file of its SSIDs after it, such as ssids-N_1234.json, and add the list of networks',
    );
  draft.ssid.network = network;
  applyRules(MERAKI_SSID, record, draft);
  return [draft.ssid];
}
