/** A record that changes while it is re-encrypted is left to the next pass. */
const MAX_PASSES = 10;

/** What a re-encryption has done. */
export interface Reencryption {
  readonly reencrypted: number;
  /** How many texts no key of the ring decrypts, by the id of the key that encrypted them. */
  readonly unreadable: ReadonlyMap<string, number>;
  /** Whether every text that can be decrypted is encrypted with the newest key. */
  readonly isComplete: boolean;
}

export interface ReencryptedBatch {
  readonly reencrypted: number;
  /** Records that have changed since they were read. */
  readonly conflicts: number;
}

/** Counts a text that no key of the ring decrypts. */
export type CountUnreadable = (keyId: string) => void;

/**
 * Re-encrypts all records of a collection in batches. It may be killed and run again at any point: texts that are current
 * stay as they are. A pass with conflicts is followed by another.
 * @param after reads a batch of records after an id, by id
 * @param reencrypt writes the records of a batch whose texts are not current
 */
export async function reencryptAll<T extends { readonly _id: number }>(
  after: (id: number) => Promise<readonly T[]>,
  reencrypt: (batch: readonly T[], countUnreadable: CountUnreadable) => Promise<ReencryptedBatch>,
): Promise<Reencryption> {
  let reencrypted = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const unreadable = new Map<string, number>();
    let [conflicts, afterId] = [0, 0];
    for (;;) {
      const batch = await after(afterId);
      const last = batch.at(-1);
      if (!last) break;
      afterId = last._id;
      const done = await reencrypt(batch, (keyId) => {
        unreadable.set(keyId, (unreadable.get(keyId) ?? 0) + 1);
      });
      reencrypted += done.reencrypted;
      conflicts += done.conflicts;
    }
    if (conflicts === 0) return { reencrypted, unreadable, isComplete: true };
  }
  return { reencrypted, unreadable: new Map(), isComplete: false };
}
