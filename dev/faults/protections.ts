/**
 * The protections that the processes of tests can be started without (`npm run faults:bite`), to show that the
 * test of a fault fails then. The service does not know these names.
 */
export const PROTECTIONS = [
  /** Workers look in the database for work that no job does. */
  'sweep',
  /** A device has at most one pending upgrade: unique index. */
  'pending-index',
  /** A device is in a schedule at most once: unique index. */
  'schedule-index',
  /** A device has at most one released upgrade: unique index. */
  'released-index',
  /** The caller's scope is part of the query. */
  'scope',
  /** A heartbeat older than the latest one changes nothing. */
  'heartbeat-order',
  /** Only an upgrade that is still pending is released. */
  'conditional-release',
  /** Processes use MongoDB's clock. */
  'store-clock',
  /** A request does not wait for a Redis that does not answer. */
  'redis-timeout',
  /** A request does not wait for a MongoDB that is down or does not answer. */
  'mongodb-timeout',
] as const;

export type Protection = (typeof PROTECTIONS)[number];

/** The variable that names the missing protection; only test/processes reads it, and only with NODE_ENV=test. */
export const UNPROTECTED = 'AIRFLEET_UNPROTECTED';
