import mongoose from 'mongoose';

const DUPLICATE_KEY = 11_000;

/**
 * Indexes of the writes of an unordered batch that a unique index refused.
 * @throws the error itself when anything else was wrong with any of them
 */
export function duplicateKeys(error: unknown): number[] {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some((failure) => failure.code !== DUPLICATE_KEY)) throw error;
  return failures.map((failure) => failure.index);
}

/** Whether a unique index refused the one write that was tried. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
