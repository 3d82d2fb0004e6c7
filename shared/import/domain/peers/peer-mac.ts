import { canonicalMac, groupOf } from '../../../platform/values/mac.js';
import type { ExportValue } from './export-value.js';

/** The canonical MAC of a device. @throws UnreadableExport */
export function readMac(value: ExportValue): string {
  const mac = canonicalMac(value.text());
  return mac === null || groupOf(mac) !== null ? value.refuse('must be the MAC address of a device') : mac;
}
