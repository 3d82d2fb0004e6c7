import { INSTALLATION } from '../../deaf-periods/domain/deaf-period.js';
import type { DeafPeriod } from '../../deaf-periods/stores/deaf-period-store.js';
import type { WebhookDeps } from '../deps.js';
import type { WebhookEvent } from '../domain/event-types.js';

const MAX_PERIODS = 100;
const MAX_ORGANISATIONS = 10_000;

/**
 * Writes the events of deaf periods that have ended: of the installation for every organisation with a webhook that
 * takes them, of an organisation for itself. The id of an event is made of its period, so that each is written once
 * whatever dies.
 * @returns whether there may be more
 */
export async function announceDeafPeriods(deps: WebhookDeps): Promise<boolean> {
  const { stores, failpoint } = deps;
  const periods = await stores.deafPeriods.unannounced(MAX_PERIODS);
  if (periods.length === 0) return false;
  const listening = await stores.outbox.subscribers('service.deaf', MAX_ORGANISATIONS);
  for (const period of periods) {
    const { organisationId } = period;
    const receivers = organisationId === INSTALLATION ? listening : [organisationId];
    for (const receiver of receivers) await announce(deps, receiver, period);
    await failpoint('deaf-period-announced');
    await stores.deafPeriods.announced(period);
  }
  return periods.length === MAX_PERIODS;
}

async function announce(
  { stores, now }: WebhookDeps,
  receiver: number,
  { _id, organisationId, from, to }: DeafPeriod,
): Promise<void> {
  const scope = organisationId === INSTALLATION ? 'installation' : 'organisation';
  const id = `evt_deaf_${receiver}_${_id.replaceAll(':', '_')}`;
  if (await stores.outbox.has(receiver, id)) return;
  const data = { deaf: { scope, from: from.toISOString(), to: to.toISOString() } };
  const event: WebhookEvent = { id, type: 'service.deaf', at: to, data };
  await stores.transact(receiver, (session) => stores.outbox.put(receiver, [event], now(), session), 1);
}
