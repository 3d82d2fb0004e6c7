import type { Reencryption } from '../../platform/mongo/reencrypt.js';
import { isCurrentlyEncrypted } from '../../platform/values/encrypt.js';
import type { ConfigurationDeps } from '../deps.js';
import { reencryptSaltKey } from '../domain/salt-key.js';

/** Encrypts the key of the salts with the newest key of the ring; the documents stay the same. */
export async function reencryptSalt({
  stores,
  env,
}: Pick<ConfigurationDeps, 'stores' | 'env'>): Promise<Reencryption> {
  const found = await stores.configurationSettings.find();
  const none = { reencrypted: 0, unreadable: new Map<string, number>(), isComplete: true };
  if (!found || isCurrentlyEncrypted(env.encryptionKeys, found.saltKey)) return none;
  let saltKey;
  try {
    saltKey = reencryptSaltKey(env.encryptionKeys, found.saltKey);
  } catch {
    return { ...none, unreadable: new Map([[found.saltKey.keyId, 1]]) };
  }
  const isReplaced = await stores.configurationSettings.replaceSaltKey(found.saltKey, saltKey);
  return { ...none, reencrypted: isReplaced ? 1 : 0, isComplete: isReplaced };
}
