import type { Model } from 'mongoose';
import {
  decryptText,
  encryptText,
  isCurrentlyEncrypted,
  type EncryptedText,
  type KeyRing,
} from '../values/encrypt.js';

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

/** An encrypted text of a record. */
export interface StoredText {
  readonly _id: number;
  /** Absent where the id is that of the organisation. */
  readonly organisationId?: number;
  /** Its path in the record. */
  readonly field: string;
  /** What its encryption is bound to. */
  readonly context: string;
  /** Nothing where the record has none. */
  readonly read: EncryptedText | null | undefined;
}

/** A text that was encrypted again. */
export interface ReplacedText extends Omit<StoredText, 'context'> {
  readonly read: EncryptedText;
  readonly text: EncryptedText;
}

/**
 * Re-encrypts the texts of records that are not encrypted with the newest key of the ring, as {@link reencryptAll} does.
 * @param textsOf the encrypted texts of a record
 * @param replace as {@link replaceTexts}
 */
export function reencryptTexts<T extends { readonly _id: number }>(
  keys: KeyRing,
  after: (id: number) => Promise<readonly T[]>,
  textsOf: (record: T) => readonly StoredText[],
  replace: (texts: readonly ReplacedText[]) => Promise<number>,
): Promise<Reencryption> {
  return reencryptAll(after, async (batch, countUnreadable) => {
    const replaced = batch.flatMap(textsOf).flatMap(({ context, read, ...place }): ReplacedText[] => {
      if (!read || isCurrentlyEncrypted(keys, read)) return [];
      try {
        return [{ ...place, read, text: encryptText(keys, context, decryptText(keys, context, read)) }];
      } catch {
        countUnreadable(read.keyId);
        return [];
      }
    });
    const reencrypted = await replace(replaced);
    return { reencrypted, conflicts: replaced.length - reencrypted };
  });
}

/** Replaces each text that is as it was read. @returns how many were replaced */
export async function replaceTexts<Stored>(
  records: Model<Stored>,
  texts: readonly ReplacedText[],
): Promise<number> {
  if (texts.length === 0) return 0;
  const updates = texts.map(({ _id, organisationId, field, read, text }) => ({
    updateOne: {
      filter: {
        _id,
        ...(organisationId === undefined ? {} : { organisationId }),
        // Every encryption has an initialisation vector of its own.
        [`${field}.iv`]: read.iv,
        [`${field}.data`]: read.data,
      },
      update: { $set: { [field]: text } },
    },
  }));
  const written = await records.collection.bulkWrite(updates as never[], { ordered: false });
  return written.modifiedCount;
}
