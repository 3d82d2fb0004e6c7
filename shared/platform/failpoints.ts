/**
 * The points of a schedule's life between two durable effects, in their order: where a process may die and another
 * has to go on. Tests stop, watch or kill a process there; docs/ARCHITECTURE.md names what makes each harmless.
 */
export const FAILPOINTS = [
  // The API, while a request is served.
  'schedule-written',
  'pending-batch-written',
  'schedule-opened',
  'schedule-enqueued',
  'change-prepared',
  'change-written',
  'schedule-cancelled',
  // The worker, while it releases a schedule.
  'release-claimed',
  'joiners-added',
  'due-batch-read',
  'due-devices-read',
  'due-batch-written',
  'queued-replaced',
  'busy-batch-written',
  'due-batches-done',
  'release-finished',
  // The sweep.
  'overdue-read',
  'overdue-closed',
  'due-dispatched',
  'waiting-released',
  'abandoned-taken',
  'abandoned-finished',
  'soon-enqueued',
  // The API, for a batch of heartbeats.
  'heartbeats-read',
  'heartbeats-written',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** Called at every step and awaited. Outside tests it is {@link ignoreFailpoints}. */
export type FailpointHandler = (step: Failpoint) => Promise<void> | undefined;

/** Does nothing. */
export const ignoreFailpoints: FailpointHandler = () => undefined;
