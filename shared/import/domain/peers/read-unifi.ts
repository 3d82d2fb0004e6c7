import type { ConversionReport } from './conversion-report.js';
import { sortRecords } from './export-records.js';
import type { ExportValue } from './export-value.js';
import type { PeerDevice, PeerFleet, PeerNetwork } from './peer-fleet.js';
import { readMac } from './peer-mac.js';
import { applyRules, ServerList, SsidDraft } from './ssid-rules.js';
import { isOfSite, UNIFI_MARKS, type UnifiRecords } from './unifi-records.js';
import { unifiWlanRules } from './unifi-wlan.js';

const TYPES: Readonly<Record<string, { readonly isSwitch: boolean }>> = {
  uap: { isSwitch: false },
  usw: { isSwitch: true },
};

/** Sites, devices and WLANs of UniFi Network. A site is a network; what names no site is of the only one. */
export function readUnifi(files: readonly ExportValue[], report: ConversionReport): PeerFleet {
  const records = sortRecords(files, UNIFI_MARKS, report);
  const sites = records.site.map((site) => site.get('_id').text());
  const siteOf = (record: ExportValue): string => {
    const site = record.get('site_id').textOrNone() || (sites.length === 1 ? (sites[0] ?? '') : '');
    return sites.includes(site) ? site : record.refuse('names no site of the files: add the list of sites');
  };
  const servers = new ServerList();
  const rules = unifiWlanRules(records);
  return {
    networks: records.site.map((site) => networkOf(site, records)),
    devices: withTags(
      records.device.flatMap((device) => deviceOf(device, siteOf, report)),
      records,
    ),
    ssids: records.wlanconf.map((wlan) => {
      const draft = new SsidDraft(wlan, report, servers, siteOf(wlan));
      applyRules(rules, wlan, draft);
      return draft.ssid;
    }),
  };
}

function networkOf(site: ExportValue, { setting }: UnifiRecords): PeerNetwork {
  const key = site.get('_id').text();
  const locale = setting.find((one) => one.get('key').raw === 'locale' && isOfSite(one, key));
  return {
    from: site,
    key,
    name: site.get('desc').textOrNone() || site.get('name').text(),
    timeZone: locale?.get('timezone').textOrNone() ?? '',
  };
}

function deviceOf(
  device: ExportValue,
  siteOf: (record: ExportValue) => string,
  report: ConversionReport,
): PeerDevice[] {
  const type = device.get('type').text();
  const kind = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!kind || device.get('adopted').raw === false) {
    const reason = kind ? 'it is not adopted' : `${type} is neither an access point nor a switch`;
    report.add(device, `is left out: ${reason}`);
    return [];
  }
  return [
    {
      from: device,
      mac: readMac(device.get('mac')),
      name: device.get('name').textOrNone(),
      serial: device.get('serial').textOrNone(),
      model: device.get('model').text(),
      isSwitch: kind.isSwitch,
      network: siteOf(device),
      tags: new Set(),
      notes: device.get('note').textOrNone(),
    },
  ];
}

/** The controller lists the MACs of each tag. */
function withTags(devices: PeerDevice[], { tag: tags }: UnifiRecords): PeerDevice[] {
  const byMac = new Map(devices.map((device) => [device.mac, device]));
  for (const tag of tags) {
    for (const member of tag.get('member_table').list())
      byMac.get(readMac(member))?.tags.add(tag.get('name').text());
  }
  return devices;
}
