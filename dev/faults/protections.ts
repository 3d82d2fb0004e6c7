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
  /** Silence does not count while the service was deaf. */
  'deaf-time',
  /** A step lasts only while its progress grows. */
  'step-progress',
  /** A device that has restarted has lost its download. */
  'restart-seen',
  /** A decision about an upgrade is written only when no report has arrived since it was read. */
  'report-first',
  /** Devices stop downloads of a rollout that does not run. */
  'recall',
  /** An upgrade that a tick has counted is marked, and not counted again. */
  'counted-once',
  /** A rollout that may be rolled back holds before devices that could not be. */
  'not-reversible',
  /** A rollout does not go on while it is rolled back. */
  'open-rollback',
  /** The files of a release stay while something uses it. */
  'release-in-use',
  /** The rollouts of a release that is withdrawn pause. */
  'withdrawal-pauses',
  /** An edit of an upgrade never inserts one. */
  'update-only',
  /** A subject has at most one open alert of a kind: unique index. */
  'alert-index',
  /** An alert is announced only when it has not changed since it was read. */
  'notice-once',
] as const;

export type Protection = (typeof PROTECTIONS)[number];

/** The environment variable that names the missing protection. Only test/processes reads it. */
export const UNPROTECTED = 'AIRFLEET_UNPROTECTED';
