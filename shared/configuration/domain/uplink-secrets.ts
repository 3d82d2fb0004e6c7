import { decryptText, encryptText, type EncryptedText, type KeyRing } from '../../platform/values/encrypt.js';

/** The fields of an uplink's entry that are secret. */
export const SECRET_SETTINGS = ['key', 'password'] as const;
export type SecretSetting = (typeof SECRET_SETTINGS)[number];

/** The entry of an uplink: `uplink_type` and further fields. */
export type UplinkEntry = Readonly<Record<string, unknown>>;

/** The secrets of an entry, of any JSON type. */
type Secrets = { readonly [Name in SecretSetting]?: unknown };

/** Entries as they are stored: without their secrets, which are encrypted together. */
export interface EncryptedEntries {
  readonly entries: Record<string, unknown>[];
  /** Null when no entry has one. */
  readonly secrets: EncryptedText | null;
}

/** The kinds of records that have entries of uplinks. */
export type UplinkKind = 'uplinks' | 'init_templates';

const contextOf = (kind: UplinkKind, id: number): string => `${kind}:${id}:secrets`;

/** An entry without its secrets, and these. A secret that is null is none. */
export function splitSecrets(entry: UplinkEntry): { open: Record<string, unknown>; secrets: Secrets } {
  const open: Record<string, unknown> = { ...entry };
  const secrets: { [Name in SecretSetting]?: unknown } = {};
  for (const name of SECRET_SETTINGS) {
    if (open[name] === undefined || open[name] === null) continue;
    secrets[name] = open[name];
    Reflect.deleteProperty(open, name);
  }
  return { open, secrets };
}

/** Encrypts the secrets of a record's entries with the newest key; they decrypt in this record only. */
export function encryptEntries(
  keys: KeyRing,
  kind: UplinkKind,
  id: number,
  given: readonly UplinkEntry[],
): EncryptedEntries {
  const split = given.map(splitSecrets);
  const entries = split.map(({ open }) => open);
  const secrets = split.map((one) => one.secrets);
  if (secrets.every((one) => Object.keys(one).length === 0)) return { entries, secrets: null };
  return { entries, secrets: encryptText(keys, contextOf(kind, id), JSON.stringify(secrets)) };
}

/** The entries of a record with their secrets. @throws Error when these cannot be decrypted */
export function decryptEntries(
  keys: KeyRing,
  kind: UplinkKind,
  id: number,
  { entries, secrets }: { readonly entries: readonly UplinkEntry[]; readonly secrets: EncryptedText | null },
): Record<string, unknown>[] {
  if (secrets === null) return entries.map((entry) => ({ ...entry }));
  const opened = JSON.parse(decryptText(keys, contextOf(kind, id), secrets)) as Secrets[];
  return entries.map((entry, index) => ({ ...entry, ...opened[index] }));
}
