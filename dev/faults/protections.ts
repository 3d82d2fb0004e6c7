/**
 * Protections that `npm run faults:bite` removes from the processes of the tests, to verify that the fault tests then
 * fail. The service itself cannot run without them.
 */
export const PROTECTIONS = [
  /** Workers sweep the database for work without a job. */
  'sweep',
  /** A device has at most one pending upgrade: unique index. */
  'pending-index',
  /** A device is in a schedule at most once: unique index. */
  'schedule-index',
  /** A device has at most one dispatched upgrade: unique index. */
  'in-flight-index',
  /** Each query includes the caller's scope. */
  'scope',
  /** A heartbeat older than the latest one changes nothing. */
  'heartbeat-order',
  /** Only a pending upgrade is dispatched. */
  'conditional-dispatch',
  /** Processes use MongoDB's clock. */
  'store-clock',
  /** A request does not wait for a Redis that does not respond. */
  'redis-timeout',
  /** A request does not wait for a MongoDB that is down or does not respond. */
  'mongodb-timeout',
  /** A tick writes only when nothing has written its rollout since it was read. */
  'tick-seq',
  /** A tick dispatches only upgrades that no later tick has dispatched. */
  'upgrade-seq',
  /** A device that falls silent counts against a release only while its site is alive. */
  'site-alive',
  /** After a resume, gates judge only what happens later. */
  'judged-from',
  /** A request with an Idempotency-Key is carried out once. */
  'idempotency-key',
] as const;

export type Protection = (typeof PROTECTIONS)[number];

/** The environment variable that names the missing protection. Only test/processes reads it. */
export const UNPROTECTED = 'AIRFLEET_UNPROTECTED';
