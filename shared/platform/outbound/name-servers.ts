/** Of one request to one name server; the second one waits for twice as long. */
export const LOOKUP_TIMEOUT_MS = 2000;
export const LOOKUP_TRIES = 2;
/** The codes of answers without a record: the name does not exist, or has none of the kind. */
export const NO_RECORD: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
