import { isDeepStrictEqual } from 'node:util';
import {
  decryptEntries,
  SECRET_SETTINGS,
  encryptEntries,
  splitSecrets,
  type EncryptedEntries,
  type UplinkKind,
} from '../../configuration/domain/uplink-secrets.js';
import type { FleetDeps } from '../deps.js';
import { decryptSecret } from '../domain/encrypted-secret.js';
import type { CheckContext } from './check-context.js';
import type { ExportContext } from './export-context.js';

/** The details of an uplink in a fleet file: a backup has `encrypted_key` and `encrypted_password` in place of secrets. */
export interface UplinkDetails {
  uplink_type: string;
  [field: string]: unknown;
}

/** A record of a fleet file whose uplinks are encrypted. */
interface EncryptedRecord {
  readonly _id: number;
  readonly entries: readonly Record<string, unknown>[];
  readonly secrets: EncryptedEntries['secrets'];
}

/** The context to which the encryption of a secret with a passphrase is bound. */
function contextOf(kind: UplinkKind, id: number, index: number, name: string): string {
  return `${kind}:${id}:${index}:${name}`;
}

const encryptedName = (name: string): string => `encrypted_${name}`;

/** Reports the secrets of an entry that do not open. @param paths of the details, in the order of the list */
export function checkDetails(
  { deps, faults }: CheckContext,
  kind: UplinkKind,
  id: number,
  details: readonly UplinkDetails[],
  pathOf: (index: number) => string,
): void {
  details.forEach((entry, index) => {
    for (const name of SECRET_SETTINGS) {
      const encrypted = entry[encryptedName(name)];
      if (encrypted === undefined) continue;
      const opened = decryptSecret(deps.env.exportPassphrase, contextOf(kind, id, index, name), encrypted);
      if ('problem' in opened) faults.add(`${pathOf(index)}.${encryptedName(name)}`, opened.problem);
    }
  });
}

/** The details of a checked record, with their secrets in clear text. */
function openDetails(
  { env }: FleetDeps,
  kind: UplinkKind,
  id: number,
  details: readonly UplinkDetails[],
): Record<string, unknown>[] {
  return details.map((given, index) => {
    const entry: Record<string, unknown> = { ...given };
    for (const name of SECRET_SETTINGS) {
      const encrypted = entry[encryptedName(name)];
      if (encrypted === undefined) continue;
      Reflect.deleteProperty(entry, encryptedName(name));
      const opened = decryptSecret(env.exportPassphrase, contextOf(kind, id, index, name), encrypted);
      if ('text' in opened) entry[name] = JSON.parse(opened.text) as unknown;
    }
    return entry;
  });
}

/** The details of an entry as they are stored. Those that stay the same keep their encryption. */
export function storedDetails(
  deps: FleetDeps,
  kind: UplinkKind,
  id: number,
  details: readonly UplinkDetails[],
  existing: EncryptedRecord | null,
): EncryptedEntries {
  const wanted = openDetails(deps, kind, id, details);
  if (existing) {
    const { entries, secrets } = existing;
    if (isDeepStrictEqual(readable(deps, kind, existing), wanted)) return { entries: [...entries], secrets };
  }
  return encryptEntries(deps.env.encryptionKeys, kind, id, wanted);
}

/** The details of a record with their secrets; without those that cannot be decrypted. */
function readable(
  { env, log }: FleetDeps,
  kind: UplinkKind,
  record: EncryptedRecord,
): Record<string, unknown>[] {
  try {
    return decryptEntries(env.encryptionKeys, kind, record._id, record);
  } catch (error) {
    log.warn({ err: error, kind, id: record._id }, 'The secrets of an uplink cannot be decrypted');
    return record.entries.map((entry) => ({ ...entry }));
  }
}

/** The details of a record as an export has them: secrets are encrypted with the passphrase, or left out without one. */
export function exportedDetails(
  { deps, encrypt, onLeftOut }: ExportContext,
  kind: UplinkKind,
  record: EncryptedRecord,
): Record<string, unknown>[] {
  const split = readable(deps, kind, record).map(splitSecrets);
  const isLeftOut = !encrypt && split.some(({ secrets }) => Object.keys(secrets).length > 0);
  if (isLeftOut) onLeftOut('uplink');
  return split.map(({ open, secrets }, index) => {
    if (!encrypt) return open;
    const encrypted = Object.entries(secrets).map(([name, value]): [string, object] => {
      const context = contextOf(kind, record._id, index, name);
      return [encryptedName(name), encrypt(context, JSON.stringify(value))];
    });
    return { ...open, ...Object.fromEntries(encrypted) };
  });
}
