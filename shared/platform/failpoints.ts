/**
 * The points between two durable effects of a schedule, in order, at which a process may die and another one must
 * continue. Tests stop, observe or kill a process there.
 */
export const FAILPOINTS = [
  // The API, while it serves a request.
  'key-claimed',
  'request-carried-out',
  'schedule-written',
  'pending-batch-written',
  'schedule-logged',
  'schedule-opened',
  'schedule-enqueued',
  'change-prepared',
  'change-written',
  'schedule-cancelled',
  'downloads-recalled',
  'upgrade-abandoned',
  'rollout-changed',
  'webhook-changed',
  'preview-requested',
  'fetch-recorded',
  'canary-written',
  // The worker, while it dispatches a schedule.
  'dispatch-claimed',
  'late-additions-added',
  'due-batch-read',
  'due-devices-read',
  'due-batch-written',
  'queued-replaced',
  'busy-batch-written',
  'due-batches-done',
  'dispatch-finished',
  // The sweep.
  'overdue-read',
  'overdue-closed',
  'due-dispatched',
  'waiting-dispatched',
  'abandoned-taken',
  'abandoned-finished',
  'jobs-restored',
  // The worker, for a rollout.
  'rollout-leased',
  'rollout-read',
  'control-kept',
  'stage-planned',
  'stage-batch-bound',
  'stage-bound',
  'joiners-added',
  'waiting-scanned',
  'begun-abandoned',
  'waiting-ended',
  'health-looked',
  'tick-decided',
  'tick-written',
  'tick-logged',
  'tick-counted',
  'tick-dispatched',
  'rollback-created',
  'tick-announced',
  'preview-list-written',
  'preview-listed',
  'preview-computed',
  'preview-written',
  // The worker, for configurations.
  'canaries-read',
  'canary-judged',
  'refusals-judged',
  'holds-announced',
  // The worker, for webhooks.
  'ends-read',
  'ends-announced',
  'webhook-leased',
  'webhook-sent',
  'webhook-recorded',
  'webhook-released',
  // The worker, for the devices of renamed networks and tags.
  'devices-refreshed',
  // The worker, for a bulk operation.
  'bulk-leased',
  'bulk-listed',
  'bulk-canaries-changed',
  'bulk-canaries-judged',
  'bulk-soaked',
  'bulk-devices-read',
  'bulk-scheduled',
  'bulk-name-created',
  'bulk-row-changed',
  'bulk-changed',
  'bulk-list-finished',
  // The worker, while it observes the devices.
  'devices-observed',
  'tallies-replaced',
  'points-added',
  // The worker, while it watches for deaf periods.
  'silence-recorded',
  'silence-ended',
  'deaf-period-announced',
  // The worker, while it watches for alerts.
  'alerts-closed',
  'silence-marked',
  'networks-judged',
  'devices-judged',
  'notices-read',
  'notices-written',
  'mail-sealed',
  'mail-sent',
  'mail-recorded',
  // The gateway, for a device that it is connected to.
  'session-begun',
  'upgrade-step-saved',
  'configuration-step-saved',
  'command-sent',
  'device-forgotten',
  // The command line, while it forgets a user.
  'user-forgotten',
  'mails-deleted',
  'entries-rewritten',
  // The API and the gateway, for a batch of heartbeats.
  'heartbeats-read',
  'upgrades-advanced',
  'heartbeats-written',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** Called and awaited at every failpoint. Outside tests it is {@link ignoreFailpoints}. */
export type FailpointHandler = (failpoint: Failpoint) => Promise<void> | undefined;

export const ignoreFailpoints: FailpointHandler = () => undefined;

/** Kills a test process at the given arrival at a failpoint. */
export interface KillAt {
  readonly failpoint: Failpoint;
  readonly arrival: number;
}

/** Parses `<failpoint>` or `<failpoint>:<arrival>`, the first arrival being 1; null for anything else. */
export function parseKillAt(text: string): KillAt | null {
  const [name, arrival = '1', ...rest] = text.split(':');
  const failpoint = FAILPOINTS.find((candidate) => candidate === name);
  return failpoint && rest.length === 0 && /^[1-9]\d{0,5}$/.test(arrival)
    ? { failpoint, arrival: Number(arrival) }
    : null;
}

/** Kills the process with SIGKILL, so that no handler runs and nothing is flushed. With null it does nothing. */
export function killAt(at: KillAt | null): FailpointHandler {
  if (at === null) return ignoreFailpoints;
  let arrivals = 0;
  return (failpoint) => {
    if (failpoint === at.failpoint) arrivals += 1;
    if (failpoint === at.failpoint && arrivals === at.arrival) process.kill(process.pid, 'SIGKILL');
    return undefined;
  };
}
