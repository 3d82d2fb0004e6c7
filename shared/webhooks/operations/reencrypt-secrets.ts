import { isCurrentlyEncrypted, type KeyRing } from '../../platform/values/encrypt.js';
import type { WebhookDeps } from '../deps.js';
import { decryptSecret, encryptSecret } from '../domain/webhook-secret.js';
import type { EncryptedSecrets } from '../stores/encrypted-secret-store.js';

/** A webhook that changes while its secrets are re-encrypted is left to the next pass. */
const MAX_PASSES = 10;

/** What a re-encryption has done. */
export interface Reencryption {
  readonly reencrypted: number;
  /** How many secrets no key of the ring decrypts, by the id of the key that encrypted them. */
  readonly unreadable: ReadonlyMap<string, number>;
  /** Whether every secret that can be decrypted is encrypted with the newest key. */
  readonly isComplete: boolean;
}

/** Re-encrypts the secrets of webhooks that are not encrypted with the newest key. May be killed and run again. */
export async function reencryptSecrets({
  stores,
  env,
}: Pick<WebhookDeps, 'stores' | 'env'>): Promise<Reencryption> {
  let reencrypted = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const unreadable = new Map<string, number>();
    let conflicts = 0;
    let afterId = 0;
    for (;;) {
      const batch = await stores.encryptedSecrets.after(afterId);
      const last = batch.at(-1);
      if (!last) break;
      afterId = last._id;
      for (const read of batch) {
        const { secrets, count } = reencryptedSecrets(env.encryptionKeys, read, unreadable);
        if (count === 0) continue;
        if (await stores.encryptedSecrets.replace(read, secrets)) reencrypted += count;
        else conflicts += 1;
      }
    }
    if (conflicts === 0) return { reencrypted, unreadable, isComplete: true };
  }
  return { reencrypted, unreadable: new Map(), isComplete: false };
}

function reencryptedSecrets(
  keys: KeyRing,
  { _id, secrets }: EncryptedSecrets,
  unreadable: Map<string, number>,
): { secrets: EncryptedSecrets['secrets']; count: number } {
  let count = 0;
  const written = secrets.map((each) => {
    if (isCurrentlyEncrypted(keys, each.secret)) return each;
    try {
      const secret = encryptSecret(keys, _id, decryptSecret(keys, _id, each.secret));
      count += 1;
      return { ...each, secret };
    } catch {
      const { keyId } = each.secret;
      unreadable.set(keyId, (unreadable.get(keyId) ?? 0) + 1);
      return each;
    }
  });
  return { secrets: written, count };
}
