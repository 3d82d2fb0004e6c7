import { fold } from '../../shared/domain/device-search.js';
import type { DeviceRecord } from '../../shared/models/device.js';

const MAC = /(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}/g;

const bare = (text: string): string => text.replace(/[:.-]/g, '');

/** Whether a search finds a device, by looking at its fields one after the other: what every index must agree with. */
export function isFound(device: DeviceRecord, search: string): boolean {
  const fields = [
    device.name,
    device.macId,
    device.routerSerialNumber,
    device.firmwareVersion,
    device.networkName ?? '',
    device.hpName,
    ...device.tags.map((tag) => tag.name),
  ].map(fold);
  const texts = fields.flatMap((field) => [field, ...(field.match(MAC) ?? []).map(bare)]);
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.match(MAC)?.[0] === word ? bare(word) : word));
  return words.every((word) => texts.some((text) => text.includes(word)));
}
