import { createHash } from 'node:crypto';
import { canonicalMac } from '../../platform/values/mac.js';
import { hashToken } from '../../platform/values/secrets.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import { macOfUuid } from './device-uuid.js';

/** A device that another service knows by its UUID and its key. */
export interface KeyRow {
  readonly line: number;
  readonly uuid: string;
  readonly key: string;
  readonly macId: string;
}

/** A row that is not imported, and why. */
export interface RefusedRow {
  readonly line: number;
  readonly why: string;
}

/** What the judgement of a row reads of the record of its MAC. */
export type KeyedDevice = Pick<
  MasterDeviceRecord,
  '_id' | 'identity' | 'deviceKeyHash' | 'openwispUuid' | 'organisationId' | 'deviceId'
>;

/** The hashes of keys, and the UUIDs, that devices have. */
export interface TakenKeys {
  readonly hashes: ReadonlySet<unknown>;
  readonly uuids: ReadonlySet<unknown>;
}

const UUID = /^[0-9a-f]{32}$/;
/** As OpenWISP allows keys, and so many characters that they are not guessed from their hash. */
const KEY = /^[!-~]{16,64}$/;

/** A UUID as the agent sends it; null for another text. */
export function compactUuid(text: string): string | null {
  const digits = text.trim().replaceAll('-', '').toLowerCase();
  return UUID.test(digits) ? digits : null;
}

/** Reads a row of a list. */
export function readKeyRow(
  line: number,
  { uuid: id, key, mac }: { readonly uuid: string; readonly key: string; readonly mac: string },
): KeyRow | RefusedRow {
  const macId = canonicalMac(mac);
  const uuid = compactUuid(id);
  if (macId === null) return { line, why: 'the MAC is not one' };
  if (uuid === null) return { line, why: `the UUID of ${macId} is not one` };
  if (macOfUuid(uuid) !== null) return { line, why: `the UUID of ${macId} is one of this service` };
  if (!KEY.test(key)) return { line, why: `the key of ${macId} does not have 16 to 64 printable characters` };
  return { line, uuid, key, macId };
}

/** The rows that share their MAC, UUID or key with another row: none of them is taken. */
export function contradictions(rows: readonly KeyRow[]): RefusedRow[] {
  const counts = new Map<string, number>();
  const names = ({ uuid, key, macId }: KeyRow) => [`MAC ${macId}`, `UUID ${uuid}`, `key ${key}`];
  for (const name of rows.flatMap(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.flatMap((row) => {
    const twice = names(row).find((name) => (counts.get(name) ?? 0) > 1);
    const what = twice?.split(' ', 1)[0];
    return twice === undefined
      ? []
      : [{ line: row.line, why: `another row has the ${what} of ${row.macId}` }];
  });
}

/** What happens to a row: the device gets the key, has it already, or why it does not get it. */
export function judgeKeyRow(
  { uuid, key, macId }: KeyRow,
  device: KeyedDevice | undefined,
  organisationId: number,
  taken: TakenKeys,
): 'give' | 'unchanged' | { readonly why: string } {
  if (device?.organisationId !== organisationId || device.deviceId === null)
    return { why: `the organisation has no device ${macId}` };
  if (device.identity === 'certificate') return { why: `${macId} has a certificate` };
  const hash = hashToken(key);
  const hasKey = device.deviceKeyHash === hash;
  if (device.deviceKeyHash !== null && !hasKey) return { why: `${macId} has another key` };
  if (hasKey && device.openwispUuid === uuid) return 'unchanged';
  if (!hasKey && taken.hashes.has(hash)) return { why: `another device has the key of ${macId}` };
  if (device.openwispUuid !== uuid && taken.uuids.has(uuid))
    return { why: `another device has the UUID of ${macId}` };
  return 'give';
}

/** Whether a key is what openwisp-config makes of the MAC and the shared secret, so that others can make it too. */
export function isDerivedKey({ key, macId }: Pick<KeyRow, 'key' | 'macId'>, sharedSecret: string): boolean {
  return [macId, macId.toLowerCase()].some(
    (mac) => createHash('md5').update(`${mac}+${sharedSecret}`).digest('hex') === key.toLowerCase(),
  );
}
