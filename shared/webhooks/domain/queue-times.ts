/** The due time of a webhook without deliveries. */
export const NEVER = new Date('9999-12-31T23:59:59Z');

/** A time that nothing waits for. */
export const NO_WAIT = new Date(0);
