/**
 * What keeps a fault harmless, by name. The tests' own processes can be started without one of them, to prove that
 * the test of the fault would notice (`npm run faults:bite`); the service itself knows nothing of this.
 */
export const PROTECTIONS = [
  /** Workers look through the database for what nobody else will do any more. */
  'sweep',
  /** A device has at most one pending upgrade: unique index. */
  'pending-index',
  /** A device is in one schedule at most once: unique index. */
  'schedule-index',
  /** A device has at most one released upgrade: unique index. */
  'released-index',
  /** The caller's scope is part of the query. */
  'scope',
  /** A heartbeat older than the last one known changes nothing. */
  'heartbeat-order',
  /** Only an upgrade that is still pending is released. */
  'conditional-release',
  /** Processes go by MongoDB's clock. */
  'store-clock',
  /** A request does not wait for a Redis that says nothing. */
  'redis-patience',
  /** A request does not wait for a MongoDB that is away or says nothing. */
  'mongo-patience',
] as const;

export type Protection = (typeof PROTECTIONS)[number];

/** The variable that names the protection to do without; read by test/processes alone, and only with NODE_ENV=test. */
export const UNPROTECTED = 'AIRFLEET_UNPROTECTED';
