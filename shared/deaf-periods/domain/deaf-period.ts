/** The organisation of a period of the installation; ids of organisations start at 1. */
export const INSTALLATION = 0;
/** The end of a period that lasts. */
export const STILL_DEAF = new Date('9999-12-31T23:59:59Z');

/** `silent`: nothing was heard. `losing`: too many heartbeats were refused or not stored. */
export type DeafKind = 'silent' | 'losing';
