import { isCurrentSeal, type KeyRing, type EncryptedText } from '../../platform/values/encrypt.js';
import { openWpaKey, sealWpaKey } from '../domain/wpa-key.js';
import type { SealedSsid } from '../stores/sealed-text-store.js';
import type { SsidDeps } from '../deps.js';

/** An SSID that changes while it is re-sealed is left to the next pass. */
const MAX_PASSES = 10;

export interface Rotation {
  readonly resealed: number;
  /** How many texts no key of the ring opens, by the id of the key that sealed them. */
  readonly unreadable: ReadonlyMap<string, number>;
  /** Whether every text that can be opened is sealed with the newest key. */
  readonly isComplete: boolean;
}

/**
 * Seals every stored text again that the newest key has not sealed or that is not bound to its record, in batches of
 * 1,000. It may be killed and run again at any point: what is sealed with the newest key is left as it is. Two round
 * trips a batch, in one pass more than there were conflicts with other writers.
 */
export async function rotateKeys({ stores, env }: Pick<SsidDeps, 'stores' | 'env'>): Promise<Rotation> {
  let resealed = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const unreadable = new Map<string, number>();
    let conflicts = 0;
    let afterId = 0;
    for (;;) {
      const batch = await stores.sealedTexts.ssidsAfter(afterId);
      const last = batch.at(-1);
      if (!last) break;
      afterId = last._id;
      const replacements = batch.flatMap((ssid) => resealedSsid(env.encryptionKeys, ssid, unreadable));
      const written = await stores.sealedTexts.reseal(replacements);
      resealed += written;
      conflicts += replacements.length - written;
    }
    if (conflicts === 0) return { resealed, unreadable, isComplete: true };
  }
  return { resealed, unreadable: new Map(), isComplete: false };
}

/** Nothing for an SSID without a key, with a current seal, or with a key that cannot be opened, which is counted. */
function resealedSsid(
  keys: KeyRing,
  ssid: SealedSsid,
  unreadable: Map<string, number>,
): (SealedSsid & { wpaKey: EncryptedText })[] {
  const { _id, wpaKey } = ssid;
  if (wpaKey === null || isCurrentSeal(keys, wpaKey)) return [];
  try {
    const sealed = sealWpaKey(keys, _id, openWpaKey(keys, _id, wpaKey));
    return sealed === null ? [] : [{ ...ssid, wpaKey: sealed }];
  } catch {
    unreadable.set(wpaKey.keyId, (unreadable.get(wpaKey.keyId) ?? 0) + 1);
    return [];
  }
}
