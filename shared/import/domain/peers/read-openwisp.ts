import { isDeepStrictEqual } from 'node:util';
import type { ConversionReport } from './conversion-report.js';
import { sortRecords, type ExportRecords } from './export-records.js';
import type { ExportValue } from './export-value.js';
import { ssidsOfTemplate } from './openwisp-template.js';
import type { PeerDevice, PeerFleet, PeerNetwork, PeerSsid } from './peer-fleet.js';
import { readMac } from './peer-mac.js';
import { ServerList } from './ssid-rules.js';

/** Answers of the OpenWISP controller and of its users by kind. The first kind that fits counts. */
const MARKS = {
  device: ['mac_address'],
  template: ['backend', 'config'],
  group: ['name', 'templates'],
  organization: ['name', 'slug'],
};

type Records = ExportRecords<keyof typeof MARKS>;

/** A device, with the ids of its templates. */
interface TemplatedDevice {
  readonly device: PeerDevice;
  readonly templates: readonly string[];
}

/**
 * Devices and the SSIDs of templates of OpenWISP. A device group is a network, and so is an organisation for its devices
 * without a group. A template that only some devices of a network have becomes their tag, and that of its SSIDs.
 */
export function readOpenwisp(files: readonly ExportValue[], report: ConversionReport): PeerFleet {
  const records = sortRecords(files, MARKS, report);
  const networks = new Map<string, PeerNetwork>();
  const devices = records.device.map((record) => deviceOf(record, networks, records, report));
  const servers = new ServerList();
  const ssids = records.template.flatMap((template) => {
    const drafts = ssidsOfTemplate(template, report, servers);
    const carriers = devices.filter(({ templates }) => templates.includes(template.get('id').text()));
    if (carriers.length === 0 && drafts.length > 0)
      report.add(template, 'is left out: no device of the files has it');
    return spread(template, drafts, carriers, devices);
  });
  return {
    networks: [...networks.values()],
    devices: devices.map(({ device }) => device),
    ssids: distinct(ssids, report),
  };
}

function deviceOf(
  record: ExportValue,
  networks: Map<string, PeerNetwork>,
  records: Records,
  report: ConversionReport,
): TemplatedDevice {
  const network = networkOf(record, records);
  networks.set(network.key, network);
  const config = record.get('config');
  if (config.isObject && config.get('config').isSet)
    report.add(config.get('config'), 'is not converted: settings of one device have no counterpart');
  const device: PeerDevice = {
    from: record,
    mac: readMac(record.get('mac_address')),
    name: record.get('name').textOrNone(),
    serial: '',
    model: record.get('model').textOrNone() || 'OpenWISP',
    isSwitch: false,
    network: network.key,
    tags: new Set(),
    notes: record.get('notes').textOrNone(),
  };
  const templates = config.isObject
    ? config
        .get('templates')
        .listOrNone()
        .map((id) => id.text())
    : [];
  return { device, templates };
}

function networkOf(
  device: ExportValue,
  { group: groups, organization: organizations }: Records,
): PeerNetwork {
  const ofGroup = device.get('group').isSet;
  const [kind, reference] = ofGroup
    ? ['group', device.get('group')]
    : ['organization', device.get('organization')];
  const from = (ofGroup ? groups : organizations).find((one) => one.get('id').raw === reference.raw);
  if (!from) return reference.refuse(`names no ${kind} of the files: add the list of ${kind}s`);
  return { from, key: `${kind} ${from.get('id').text()}`, name: from.get('name').text(), timeZone: '' };
}

/** The SSIDs of a template in each network whose devices have it. */
function spread(
  template: ExportValue,
  drafts: readonly PeerSsid[],
  carriers: readonly TemplatedDevice[],
  all: readonly TemplatedDevice[],
): PeerSsid[] {
  const tag = template.get('name').text();
  return [...new Set(carriers.map(({ device }) => device.network ?? ''))].flatMap((network) => {
    const here = carriers.filter(({ device }) => device.network === network);
    const isForAll = here.length === all.filter(({ device }) => device.network === network).length;
    if (!isForAll && drafts.length > 0) for (const { device } of here) device.tags.add(tag);
    return drafts.map((ssid) => ({ ...ssid, network, tags: isForAll ? [] : [tag] }));
  });
}

/** Radios of one template have an SSID each: those of one name are one, on the bands of all. */
function distinct(ssids: readonly PeerSsid[], report: ConversionReport): PeerSsid[] {
  const found = new Map<string, PeerSsid>();
  for (const ssid of ssids) {
    const key = JSON.stringify([ssid.network, ssid.tags, ssid.values.ssid_name]);
    const first = found.get(key);
    if (first && !isSame(first, ssid))
      report.add(ssid.from, 'differs from another interface with its SSID, and is left out');
    else if (first) first.words = { ...first.words, ...bandOfBoth(first, ssid) };
    else found.set(key, ssid);
  }
  return [...found.values()];
}

function isSame(a: PeerSsid, b: PeerSsid): boolean {
  const settings = ({ words: { radio_band: _band, ...words }, values, auth, acct }: PeerSsid) => [
    words,
    values,
    auth?.name,
    acct?.name,
  ];
  return isDeepStrictEqual(settings(a), settings(b));
}

function bandOfBoth({ words: a }: PeerSsid, { words: b }: PeerSsid): PeerSsid['words'] {
  const bands = [a.radio_band ?? 'all', b.radio_band ?? 'all'];
  if (bands[0] === bands[1]) return {};
  const isDual = bands.every((band) => ['2g', '5g', '2g+5g'].includes(band));
  return { radio_band: isDual ? '2g+5g' : 'all' };
}
