import { observeFleet } from '../shared/activity/operations/observe-fleet.js';
import { announceAlerts } from '../shared/alerts/operations/announce-alerts.js';
import { createMailSender } from '../shared/alerts/operations/mail/send-mails.js';
import { watchAlerts } from '../shared/alerts/operations/watch-alerts.js';
import { watchSources } from '../shared/alerts/operations/watch-sources.js';
import { advanceBulkOperation, dueBulkOperations } from '../shared/bulk/operations/run-due.js';
import type { Deps } from '../shared/composition/deps.js';
import { announceHolds } from '../shared/configuration/operations/announce-holds.js';
import { judgeDueCanaries, judgeNewRefusals } from '../shared/configuration/operations/judge-canaries.js';
import { watchHeartbeats } from '../shared/deaf-periods/operations/watch-heartbeats.js';
import { newMemory } from '../shared/deaf-periods/operations/watch-memory.js';
import { dueRefreshes, refreshDevices } from '../shared/inventory/operations/refresh-devices.js';
import { each, whole, type Loop, type Turn } from '../shared/platform/loop.js';
import { computeUntilOver, duePreviews } from '../shared/rollouts/operations/preview/compute-due-previews.js';
import { dueRollouts, tickRollouts } from '../shared/rollouts/operations/reconcile/reconcile-due.js';
import { wholeOrganisation } from '../shared/access/domain/access.js';
import { knownNetworks } from '../shared/inventory/operations/known-networks.js';
import type { SsoGrantRecord } from '../shared/sso/models/sso-grant.js';
import { dueInvitations, inviteUsers } from '../shared/sso/operations/configuration/invite-users.js';
import { dueGrants, refreshGrant } from '../shared/sso/operations/refresh/refresh-grant.js';
import { checkDomain, dueDomains } from '../shared/sso/operations/configuration/check-domain.js';
import { countUpgrades } from '../shared/upgrades/operations/count-upgrades.js';
import { announceDeafPeriods } from '../shared/webhooks/operations/announce-deaf-periods.js';
import { createWebhookSender } from '../shared/webhooks/operations/deliver/webhook-sender.js';
import { endsToReport, reportEnds } from '../shared/webhooks/operations/report-ends.js';
import { sweepAndCount } from './sweep.js';

const SECOND = 1000;

/** The background work of a worker, by name, which is also that of its leases. */
export type LoopName = keyof ReturnType<typeof createLoops>;

/**
 * The table of background work: how often each loop passes, under which lease, for how long, on how many keys at once.
 * All of it is found in MongoDB, can be killed anywhere, and runs in every worker.
 */
export function createLoops() {
  const webhooks = createWebhookSender();
  const mails = createMailSender();
  return {
    sweep: { every: untilNextSweep, lease: null, work: whole(sweepAndCount) },
    rollouts: {
      every: SECOND,
      lease: 10 * SECOND,
      budget: 3 * SECOND,
      atOnce: 2,
      work: each(dueRollouts, ({ organisationId }) => organisationId, tickRollouts),
    },
    previews: {
      every: SECOND,
      lease: 10 * SECOND,
      budget: 3 * SECOND,
      work: each(duePreviews, ({ _id }) => _id, computeUntilOver),
    },
    bulk: {
      every: SECOND,
      lease: 10 * SECOND,
      budget: 3 * SECOND,
      work: each(dueBulkOperations, ({ organisationId }) => organisationId, advanceBulkOperation),
    },
    refreshes: {
      every: SECOND,
      lease: 30 * SECOND,
      work: each(dueRefreshes, ({ _id }) => _id, refreshDevices),
    },
    canaries: { every: SECOND, lease: null, work: whole(judgeDueCanaries) },
    refusals: { every: SECOND, lease: null, work: whole(refusalsFromNow()) },
    holds: { every: SECOND, lease: null, work: whole(announceHolds) },
    ends: {
      every: SECOND,
      lease: 10 * SECOND,
      budget: 2 * SECOND,
      work: each(endsToReport, ({ organisationId }) => organisationId, reportEnds),
    },
    // Each webhook has a lease of its own, and deliveries outlive their pass: endpoints may be slow.
    webhooks: { every: SECOND, lease: null, work: whole(webhooks.takeDue), stop: webhooks.stop },
    deafAnnouncements: { every: SECOND, lease: null, work: whole(announceDeafPeriods) },
    deafPeriods: { every: SECOND, lease: 10 * SECOND, keepsLease: true, work: whole(heartbeatWatch()) },
    alerts: { every: untilNextLook(5 * SECOND), lease: 30 * SECOND, work: whole(watchAlerts) },
    alertSources: { every: untilNextLook(15 * SECOND), lease: 30 * SECOND, work: whole(watchSources) },
    alertNotices: { every: SECOND, lease: null, work: whole(announceAlerts) },
    mails: {
      every: SECOND,
      lease: 30 * SECOND,
      atOnce: 8,
      work: each(mails.due, ({ _id }) => _id, mails.send),
    },
    ssoDomains: {
      every: 5 * SECOND,
      lease: 30 * SECOND,
      atOnce: 4,
      work: each(dueDomains, ({ _id }) => _id, checkDomain),
    },
    ssoInvitations: {
      every: 5 * SECOND,
      lease: 30 * SECOND,
      work: each(dueInvitations, ({ organisationId }) => organisationId, inviteUsers),
    },
    ssoRefreshes: {
      every: SECOND,
      lease: 60 * SECOND,
      atOnce: 8,
      work: each(dueGrants, ({ _id }) => _id, refreshGrantIn),
    },
    upgradeCounts: { every: 60 * SECOND, lease: 30 * SECOND, work: whole<Deps>(countUpgrades) },
    observation: { every: untilNextObservation, lease: 30 * SECOND, work: whole(observeFleet) },
  } satisfies Record<string, Loop<Deps>>;
}

/** Asks the provider of a user again, whose rights may name any network of its organisation. */
function refreshGrantIn(deps: Deps, grant: SsoGrantRecord): Promise<false> {
  return refreshGrant(deps, grant, knownNetworks(deps.stores, wholeOrganisation(grant.organisationId)));
}

/** Sweeps begin an interval apart. */
function untilNextSweep({ env }: Deps, tookMs: number): number {
  return Math.max(0, env.sweepIntervalS * SECOND - tookMs);
}

/** Observations of every device take a twentieth of the time, but come at least once a minute, for its point of the series. */
function untilNextObservation(_deps: Deps, tookMs: number): number {
  return Math.max(2 * SECOND, Math.min(20 * tookMs, 60 * SECOND) - tookMs);
}

/** Looks at every organisation take a fifth of the time at most. */
function untilNextLook(pauseMs: number) {
  return (_deps: Deps, tookMs: number): number => Math.max(pauseMs, 4 * tookMs);
}

function refusalsFromNow() {
  const cursor = { from: new Date(0) };
  return (deps: Deps): Promise<boolean> => judgeNewRefusals(deps, cursor);
}

/** A worker's memory of its passes is of no use after another worker has passed. */
function heartbeatWatch() {
  let memory = newMemory();
  let heldBy: Turn['lease'] | undefined;
  return async (deps: Deps, { lease }: Turn): Promise<false> => {
    if (lease !== heldBy) memory = newMemory();
    heldBy = lease;
    const { tallies, upgrades } = deps.stores;
    const devicesUp = () => tallies.upByOrganisation();
    const countOffered = (...query: Parameters<typeof upgrades.countOffered>) =>
      upgrades.countOffered(...query);
    await watchHeartbeats({ ...deps, devicesUp, countOffered }, memory);
    return false;
  };
}
