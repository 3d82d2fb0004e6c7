import { AppError } from '../../../platform/errors/app-error.js';
import { KeyedLimiter } from '../../../platform/keyed-limiter.js';
import { succeedsInTime } from '../../../platform/observability/with-timeout.js';
import type { WebhookDeps } from '../../deps.js';
import type { DueWebhook } from '../../stores/sender-store.js';
import { NO_WAIT } from '../../domain/queue-times.js';
import { deliverWebhook } from './deliver-webhook.js';

/** Deliveries mostly wait for endpoints. */
const MAX_AT_ONCE = 32;
/** The webhooks of one organisation that wait for a permit; the rest of them waits in the database. */
const MAX_WAITING = 16;
/** The due webhooks that one pass reads; the next one reads those after them, so that none hides others. */
const MAX_DUE = 1000;
/** The webhooks that wait for a permit in this process. */
const MAX_TAKEN = 10_000;
/** The wait for tries when the worker stops. A try that is not recorded is made again. */
const STOP_MS = 10_000;

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/**
 * Delivers to due webhooks, from MongoDB alone. Any number of workers may do so: each webhook is leased.
 * A webhook has one permit and works on a slice of its deliveries in turn with others. An organisation has at most half of
 * the permits, and so have all failing endpoints together, of which an organisation has at most half: those that answer do
 * not wait for those that do not.
 */
export function createWebhookSender() {
  const permits = new KeyedLimiter<number>({
    maxRunning: MAX_AT_ONCE,
    maxRunningPerKey: MAX_AT_ONCE / 2,
    maxWaitingPerKey: MAX_WAITING,
  });
  const failing = new KeyedLimiter<number>({
    maxRunning: MAX_AT_ONCE / 2,
    maxRunningPerKey: MAX_AT_ONCE / 4,
    maxWaitingPerKey: MAX_WAITING,
  });
  /** The webhooks that have a permit or wait for one. */
  const taken = new Map<number, Promise<void>>();
  /** Where the next pass goes on. */
  let from = NO_WAIT;
  let isStopped = false;

  async function deliver(deps: WebhookDeps, webhook: DueWebhook): Promise<void> {
    const { organisationId, failingSince } = webhook;
    const slice = async (): Promise<boolean> =>
      !isStopped && ((await deliverWebhook(deps, webhook))?.isMore ?? false);
    const withPermit = (): Promise<boolean> => permits.run(organisationId, slice);
    const turn = failingSince === null ? withPermit : () => failing.run(organisationId, withPermit);
    try {
      let isMore = true;
      while (isMore) isMore = await turn();
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'overloaded') return;
      deps.log.error(
        { err: error, webhook: webhook._id },
        'A webhook was not delivered to; the next second tries again',
      );
    }
  }

  return {
    /**
     * Begins to deliver to what is due, a thousand webhooks a pass, and does not wait for the endpoints.
     * @returns false: nothing is left to do at once
     */
    takeDue: async (deps: WebhookDeps): Promise<false> => {
      if (taken.size >= MAX_TAKEN) return false;
      const due = await deps.stores.senders.due(from, deps.now(), MAX_DUE);
      from = due.length < MAX_DUE ? NO_WAIT : after(due);
      // Workers that take them in different orders seldom compete for a lease.
      const shuffled = due
        .map((webhook) => ({ webhook, order: deps.random() }))
        .sort((a, b) => a.order - b.order);
      for (const { webhook } of shuffled) {
        const { _id } = webhook;
        if (taken.has(_id)) continue;
        const ended = deliver(deps, webhook).finally(() => taken.delete(_id));
        taken.set(_id, ended);
      }
      return false;
    },
    /** Begins no more, and waits for the tries under way. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await succeedsInTime(() => Promise.all(taken.values()), STOP_MS);
    },
  };
}

/** The due time of the last webhook, of which there may be others; the time after it where all are due at once. */
function after(due: readonly DueWebhook[]): Date {
  const [first = NO_WAIT, last = NO_WAIT] = [due.at(0)?.dueAt, due.at(-1)?.dueAt];
  return last > first ? last : new Date(last.getTime() + 1);
}
