import { reencryptAll, type CountUnreadable, type Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted, type KeyRing } from '../../platform/values/encrypt.js';
import type { WebhookDeps } from '../deps.js';
import { decryptSecret, encryptSecret } from '../domain/webhook-secret.js';
import type { EncryptedSecrets } from '../stores/encrypted-secret-store.js';

/** Re-encrypts the secrets of webhooks that are not encrypted with the newest key. */
export function reencryptSecrets({
  stores: { encryptedSecrets },
  env,
}: Pick<WebhookDeps, 'stores' | 'env'>): Promise<Reencryption> {
  return reencryptAll(
    (afterId) => encryptedSecrets.after(afterId),
    async (webhooks, countUnreadable) => {
      let [reencrypted, conflicts] = [0, 0];
      for (const read of webhooks) {
        const { secrets, count } = reencryptedSecrets(env.encryptionKeys, read, countUnreadable);
        if (count === 0) continue;
        if (await encryptedSecrets.replace(read, secrets)) reencrypted += count;
        else conflicts += 1;
      }
      return { reencrypted, conflicts };
    },
  );
}

function reencryptedSecrets(
  keys: KeyRing,
  { _id, secrets }: EncryptedSecrets,
  countUnreadable: CountUnreadable,
): { secrets: EncryptedSecrets['secrets']; count: number } {
  let count = 0;
  const written = secrets.map((each) => {
    if (isCurrentlyEncrypted(keys, each.secret)) return each;
    try {
      const secret = encryptSecret(keys, _id, decryptSecret(keys, _id, each.secret));
      count += 1;
      return { ...each, secret };
    } catch {
      countUnreadable(each.secret.keyId);
      return each;
    }
  });
  return { secrets: written, count };
}
