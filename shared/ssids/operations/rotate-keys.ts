import { CLI, INSTALLATION } from '../../audit/domain/audit-entry.js';
import { bulkEntry } from '../../audit/domain/new-entry.js';
import { isCurrentlyEncrypted, type KeyRing, type EncryptedText } from '../../platform/values/encrypt.js';
import { decryptWpaKey, encryptWpaKey } from '../domain/wpa-key.js';
import type { EncryptedSsid } from '../stores/encrypted-key-store.js';
import type { SsidDeps } from '../deps.js';

/** An SSID that changes while it is re-encrypted is left to the next pass. */
const MAX_PASSES = 10;

export interface Rotation {
  readonly reencrypted: number;
  /** How many texts no key of the ring decrypts, by the id of the key that encrypted them. */
  readonly unreadable: ReadonlyMap<string, number>;
  /** Whether every text that can be decrypted is encrypted with the newest key. */
  readonly isComplete: boolean;
}

/**
 * Re-encrypts every stored key that is not encrypted with the newest key or not bound to its record, in batches of
 * 1,000. It may be killed and run again at any point: keys that are current stay as they are. A pass with conflicts is
 * followed by another.
 */
export async function rotateKeys({
  stores,
  env,
  now,
}: Pick<SsidDeps, 'stores' | 'env' | 'now'>): Promise<Rotation> {
  const change = { organisationId: INSTALLATION, at: now(), action: 'keys.rotated', kind: 'ssids' };
  const entry = bulkEntry(change, CLI);
  let reencrypted = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const unreadable = new Map<string, number>();
    let conflicts = 0;
    let afterId = 0;
    for (;;) {
      const batch = await stores.encryptedKeys.ssidsAfter(afterId);
      const last = batch.at(-1);
      if (!last) break;
      afterId = last._id;
      const replacements = batch.flatMap((ssid) => reencryptedSsid(env.encryptionKeys, ssid, unreadable));
      const written = await stores.encryptedKeys.replaceKeys(replacements, entry);
      reencrypted += written;
      conflicts += replacements.length - written;
    }
    if (conflicts === 0) return { reencrypted, unreadable, isComplete: true };
  }
  return { reencrypted, unreadable: new Map(), isComplete: false };
}

/** Empty for an SSID without a key or with a current one. A key that cannot be decrypted is counted. */
function reencryptedSsid(
  keys: KeyRing,
  ssid: EncryptedSsid,
  unreadable: Map<string, number>,
): (EncryptedSsid & { wpaKey: EncryptedText })[] {
  const { _id, wpaKey } = ssid;
  if (wpaKey === null || isCurrentlyEncrypted(keys, wpaKey)) return [];
  try {
    const encrypted = encryptWpaKey(keys, _id, decryptWpaKey(keys, _id, wpaKey));
    return encrypted === null ? [] : [{ ...ssid, wpaKey: encrypted }];
  } catch {
    unreadable.set(wpaKey.keyId, (unreadable.get(wpaKey.keyId) ?? 0) + 1);
    return [];
  }
}
