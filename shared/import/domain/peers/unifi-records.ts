import type { ExportRecords } from './export-records.js';
import type { ExportValue } from './export-value.js';

/** Answers of the UniFi Network API by their kind, under the names of its collections. The first kind that fits counts. */
export const UNIFI_MARKS = {
  device: ['mac', 'type'],
  wlanconf: ['name', 'security'],
  networkconf: ['name', 'purpose'],
  radiusprofile: ['name', 'auth_servers'],
  usergroup: ['name', 'qos_rate_max_down'],
  setting: ['key'],
  tag: ['name', 'member_table'],
  site: ['name', 'desc'],
};

export type UnifiRecords = ExportRecords<keyof typeof UNIFI_MARKS>;

/** Whether a record is of a site, or names none. */
export function isOfSite(record: ExportValue, site: string): boolean {
  const of = record.get('site_id').textOrNone();
  return of === '' || of === site;
}
