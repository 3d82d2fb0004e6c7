import { batchesOf } from '../../platform/mongo/batches.js';
import type { Turn } from '../../platform/loop.js';
import { ConflictError } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import { MAX_UPGRADES_AN_EVENT, type WebhookEvent } from '../domain/event-types.js';
import type { EndedUpgrade, Listening } from '../stores/ended-upgrade-store.js';
import { presentUpgradeEnd } from './present-upgrade-end.js';

const MAX_ORGANISATIONS = 10_000;
const ORGANISATIONS_A_QUERY = 100;
const MAX_UPGRADES = 1000;

/** Organisations with ends of upgrades to report, and a webhook that takes them. One query for a hundred of them. */
export async function endsToReport({ stores }: WebhookDeps): Promise<Listening[]> {
  const waiting: Listening[] = [];
  const listening = await stores.endedUpgrades.listening(MAX_ORGANISATIONS);
  for (const batch of batchesOf(listening, ORGANISATIONS_A_QUERY)) {
    const ended = await stores.endedUpgrades.withUnreported(batch);
    waiting.push(...batch.filter(({ organisationId }) => ended.has(organisationId)));
  }
  return waiting;
}

/**
 * Writes an event for every 100 ends of plain upgrades of an organisation. The event and the marks of its upgrades are one
 * transaction, so each end is reported once whatever dies.
 * @returns false: nothing is left to do at once
 */
export async function reportEnds(deps: WebhookDeps, listening: Listening, { isOver }: Turn): Promise<false> {
  const { stores, failpoint } = deps;
  for (;;) {
    const found = await stores.endedUpgrades.unreported(listening, MAX_UPGRADES);
    if (found.length === 0) return false;
    await failpoint('ends-read');
    await write(deps, listening.organisationId, found);
    await failpoint('ends-announced');
    if (found.length < MAX_UPGRADES || isOver()) return false;
  }
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
