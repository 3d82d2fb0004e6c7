/** The MongoDB error codes that the gateway uses, with their names. */
export const CODE_NAMES: Readonly<Record<number, string>> = {
  1: 'InternalError',
  2: 'BadValue',
  6: 'HostUnreachable',
  7: 'HostNotFound',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  20: 'IllegalOperation',
  24: 'LockTimeout',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  79: 'UnknownReplWriteConcern',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  121: 'DocumentValidationFailure',
  134: 'ReadConcernMajorityNotAvailableYet',
  189: 'PrimarySteppedDown',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  251: 'NoSuchTransaction',
  262: 'ExceededTimeLimit',
  263: 'OperationNotSupportedInTransaction',
  266: 'FailPointSetFailed',
  290: 'TransactionExceededLifetimeLimitSeconds',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
};

export const CODE = {
  internal: 1,
  badValue: 2,
  unauthorized: 13,
  failedToParse: 9,
  cursorNotFound: 43,
  maxTimeExpired: 50,
  commandNotFound: 59,
  invalidOptions: 72,
  writeConflict: 112,
  lockTimeout: 24,
  namespaceNotFound: 26,
  failPointSetFailed: 266,
  conflictingOperation: 117,
  transactionTooOld: 225,
  noSuchTransaction: 251,
  notInTransaction: 263,
  transactionExpired: 290,
  tooLarge: 10334,
  duplicateKey: 11000,
  interruptedAtShutdown: 11600,
  interrupted: 11601,
  unknownField: 40415,
  notRetryable: 50768,
} as const;

// DocumentDB numbers its errors in the order of this list. The gaps are errors without a code here.
const DOCUMENTDB_CODES: Readonly<Record<string, number>> = {
  M0000: 1,
  M0001: 2,
  M0003: 9,
  M0004: 14,
  M0008: 26,
  M0009: 27,
  M000D: 40,
  M000E: 43,
  M000F: 48,
  M000M: 66,
  M000N: 67,
  M000P: 72,
  M000R: 85,
  M000S: 86,
  M000U: 115,
  M0016: 263,
  M001C: 11000,
  M0088: 40415,
  M00CO: 121,
};

const POSTGRES_CODES: Readonly<Record<string, number>> = {
  '23505': 11000,
  '23P01': 11000,
  '40001': 112,
  '40P01': 112,
  '55P03': 24,
  '57014': 11601,
  '42P01': 26,
  '0A000': 115,
  '22021': 2,
};

/**
 * MongoDB's code for a SQLSTATE. Inside a transaction a failed wait for a lock is a write conflict, and the driver
 * retries the transaction. So is a duplicate key that appeared after the transaction's snapshot.
 */
export function mongoCode(sqlState: string, inTransaction: boolean): number {
  const code = DOCUMENTDB_CODES[sqlState] ?? POSTGRES_CODES[sqlState] ?? CODE.internal;
  return inTransaction && code === CODE.lockTimeout ? CODE.writeConflict : code;
}

/**
 * The SQLSTATE in the `code` of a write error. DocumentDB packs its five characters into an integer as PostgreSQL
 * does, six bits each, the first one lowest. Returns null for MongoDB's own codes, which are small.
 */
export function unpackSqlState(code: number): string | null {
  if (code < 1 << 24) return null;
  let text = '';
  for (let shift = 0; shift < 30; shift += 6) text += String.fromCharCode(((code >> shift) & 0x3f) + 0x30);
  return text;
}
