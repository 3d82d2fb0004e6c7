import mongoose from 'mongoose';

const DUPLICATE_KEY = 11_000;

/**
 * The positions of writes in an unordered batch that a unique index refused.
 * @throws the error itself if any write failed for another reason
 */
export function duplicateKeys(error: unknown): number[] {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some((failure) => failure.code !== DUPLICATE_KEY)) throw error;
  return failures.map((failure) => failure.index);
}

/** Whether a unique index refused a single write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
