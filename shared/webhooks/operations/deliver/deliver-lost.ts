import pLimit from 'p-limit';
import type { WebhookDeps } from '../../deps.js';
import type { DueWebhook } from '../../stores/sender-store.js';
import { deliverWebhook } from './deliver-webhook.js';

/** A webhook that is overdue for this long was lost by the queue. */
const LOST_MS = 10_000;
const MAX_AT_ONCE = 4;

/** The webhooks that the queue should have worked on: it is down, or has lost their jobs. */
export function lostAmong(due: readonly DueWebhook[], now: Date): DueWebhook[] {
  return due.filter(({ dueAt }) => now.getTime() - dueAt.getTime() >= LOST_MS);
}

/**
 * Delivers to webhooks from MongoDB alone, four at once, healthy ones first. One that fails is left to the next call.
 * @returns how many tries it made
 */
export async function deliverLost(deps: WebhookDeps, lost: readonly DueWebhook[]): Promise<number> {
  const inOrder = lost.toSorted((a, b) => Number(a.failingSince !== null) - Number(b.failingSince !== null));
  const counts = await pLimit(MAX_AT_ONCE).map(inOrder, async (ref) => {
    try {
      return (await deliverWebhook(deps, ref))?.tries ?? 0;
    } catch (error) {
      deps.log.error(
        { err: error, webhook: ref._id },
        'A webhook was not delivered to; the next second tries again',
      );
      return 0;
    }
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
