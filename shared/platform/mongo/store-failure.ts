import mongoose from 'mongoose';

const { mongo } = mongoose;

/** System errors of a connection; the driver passes some of them on unchanged. */
const CONNECTION_LOST = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Labels with which the server and the driver mark transient errors. */
const TRANSIENT_LABELS = [
  'RetryableWriteError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableError',
  'SystemOverloadedError',
];

/**
 * Server errors of elections, shutdowns, failed members and exceeded time limits. The server labels them for
 * retryable writes only, and the driver does not export its list, so reads and updates of many need the codes.
 */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/**
 * Whether the store is unreachable, changes its primary or did not answer in time. False when the store refused
 * the operation: a duplicate key, an invalid command, a missing right.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof mongo.MongoBulkWriteError) return bulkWriteFailed(error);
  if (error instanceof mongo.MongoServerError) return serverFailed(error);
  return (
    (error instanceof mongo.MongoError && TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label))) ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError ||
    error instanceof mongo.MongoServerClosedError ||
    error instanceof mongo.MongoExpiredSessionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError ||
    (error instanceof Error && 'code' in error && CONNECTION_LOST.has(error.code))
  );
}

const TIME_LIMIT_CODE = 50;

/** Whether the server stopped an operation at its maxTimeMS. */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === TIME_LIMIT_CODE;
}

/** Server errors of a transaction that conflicted with another and can be retried at once. */
const CONFLICT_CODES = new Set<unknown>([
  24, // LockTimeout
  112, // WriteConflict
  246, // SnapshotUnavailable
  251, // NoSuchTransaction
]);

/** Whether a transaction conflicted with another on a reachable store. */
export function isConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && CONFLICT_CODES.has(error.code);
}

function serverFailed(error: mongoose.mongo.MongoServerError): boolean {
  return (
    error instanceof mongo.MongoWriteConcernError ||
    TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label)) ||
    UNAVAILABLE_CODES.has(error.code)
  );
}

/**
 * Write errors mean that the store refused a write. Without them the code is that of the command or the write
 * concern; without a code the driver wraps one of its own errors, a lost connection.
 */
function bulkWriteFailed(error: mongoose.mongo.MongoBulkWriteError): boolean {
  const refusals = [error.writeErrors].flat();
  if (refusals.length > 0) return refusals.every(({ code }) => UNAVAILABLE_CODES.has(code));
  return (
    serverFailed(error) || typeof error.code !== 'number' || error.result.getWriteConcernError() !== undefined
  );
}
