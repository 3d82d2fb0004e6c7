import { batchesOf, isDuplicateKey } from '../../../platform/mongo/batches.js';
import { EVENT_TYPES, MAX_UPGRADES_AN_EVENT, type EventType } from '../../../webhooks/domain/event-types.js';
import { presentUpgradeEnd } from '../../../webhooks/operations/present-upgrade-end.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { viewOf } from '../read-progress.js';
import { eventId, webhookEvents } from '../rollout-webhooks.js';

/**
 * Writes the webhook events of a tick: its log entries, and the ends that it counted. Repeating it changes nothing.
 * Organisations without a webhook for them cost one query, and none when the tick has no events.
 */
export async function announceTick(deps: RolloutDeps, rollout: RolloutRecord, now: Date): Promise<void> {
  const { stores } = deps;
  const { organisationId, tick } = rollout;
  if (tick === null) return;
  const { seq, at = now, events = [], counted } = tick;
  const types = [
    ...EVENT_TYPES.filter((type) => events.some(({ kind }) => kind === type)),
    ...(counted.length > 0 ? (['upgrades.finished'] as const) : []),
  ];
  if (types.length === 0) return;
  const taken = await stores.outbox.subscribedTypes(organisationId, types);
  if (taken.size === 0) return;
  const batches = taken.has('upgrades.finished') ? batchesOf(counted, MAX_UPGRADES_AN_EVENT) : [];
  const idOf = (batch: number): string => eventId(rollout, seq, events.length + batch);
  const announced = events.findLastIndex(({ kind }) => taken.has(kind as EventType));
  const last = batches.length > 0 ? idOf(batches.length - 1) : eventId(rollout, seq, announced);
  if (await stores.outbox.has(organisationId, last)) return;
  const written = announced < 0 ? [] : webhookEvents(await viewOf(deps, rollout), { seq, at, events });
  for (const [index, ids] of batches.entries()) {
    const upgrades = (await stores.endedUpgrades.byIds(organisationId, ids)).map(presentUpgradeEnd);
    if (upgrades.length > 0)
      written.push({ id: idOf(index), type: 'upgrades.finished', at, data: { upgrades } });
  }
  try {
    await stores.transact(organisationId, (session) =>
      stores.outbox.put(organisationId, written, now, session),
    );
  } catch (error) {
    // Another worker has repeated the tick.
    if (!isDuplicateKey(error)) throw error;
  }
}
