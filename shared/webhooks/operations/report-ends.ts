import { batchesOf } from '../../platform/mongo/batches.js';
import { LockHeld } from '../../platform/mongo/lock-store.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import { MAX_UPGRADES_AN_EVENT, type WebhookEvent } from '../domain/event-types.js';
import type { EndedUpgrade, Listening } from '../stores/ended-upgrade-store.js';
import { presentUpgradeEnd } from './present-upgrade-end.js';

const MAX_ORGANISATIONS = 1000;
const MAX_UPGRADES = 1000;
/** A worker reports the ends of one organisation for this long, then of others. */
const BUDGET_MS = 2000;
const LEASE_MS = 10_000;

/**
 * Writes an event for every 100 ends of plain upgrades, for organisations with a webhook that takes them. The event and
 * the marks of its upgrades are one transaction, so each end is reported once whatever dies.
 * @returns how many ends were reported
 */
export async function reportEnds(deps: WebhookDeps): Promise<number> {
  let reported = 0;
  for (const listening of await deps.stores.endedUpgrades.listening(MAX_ORGANISATIONS)) {
    try {
      reported += await reportOrganisation(deps, listening);
    } catch (error) {
      const { organisationId: organisation } = listening;
      if (!(error instanceof LockHeld))
        deps.log.error(
          { err: error, organisation },
          'Ends of upgrades were not reported; the next second tries again',
        );
    }
  }
  return reported;
}

async function reportOrganisation(deps: WebhookDeps, listening: Listening): Promise<number> {
  const { stores, failpoint } = deps;
  const deadline = performance.now() + BUDGET_MS;
  let found = await stores.endedUpgrades.unreported(listening, MAX_UPGRADES);
  if (found.length === 0) return 0;
  let reported = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      await failpoint('ends-read');
      await write(deps, listening.organisationId, found);
      await failpoint('ends-announced');
      reported += found.length;
      if (found.length < MAX_UPGRADES || performance.now() >= deadline) return;
      found = await stores.endedUpgrades.unreported(listening, MAX_UPGRADES);
      if (found.length === 0) return;
    }
  };
  await stores.locks.hold(`ends:${listening.organisationId}`, 0, work, LEASE_MS);
  return reported;
}

async function write(
  { stores, now }: WebhookDeps,
  organisationId: number,
  ends: readonly EndedUpgrade[],
): Promise<void> {
  const at = now();
  const batches = batchesOf(ends, MAX_UPGRADES_AN_EVENT);
  const first = await stores.ids.reserve('webhookEvents', batches.length);
  const events = batches.map((batch, index): WebhookEvent => {
    const data = { upgrades: batch.map(presentUpgradeEnd) };
    return { id: `evt_${first + index}`, type: 'upgrades.finished', at, data };
  });
  const ids = ends.map(({ _id }) => _id);
  await stores.transact(
    organisationId,
    async (session) => {
      // Another worker may have reported some of them since they were read.
      if ((await stores.endedUpgrades.markReported(organisationId, ids, session)) !== ids.length)
        throw new ConflictError('Ends were reported in between');
      await stores.outbox.put(organisationId, events, at, session);
    },
    1,
  );
}
