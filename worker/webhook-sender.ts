import { setTimeout as wait } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Deps } from '../shared/composition/deps.js';
import type { WebhookQueue } from '../shared/webhooks/jobs/webhook-queue.js';
import { deliverLost, lostAmong } from '../shared/webhooks/operations/deliver/deliver-lost.js';

const INTERVAL_MS = 1000;
const MAX_DUE = 1000;

/** Finds due webhooks, every second. */
export interface WebhookSender {
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

export function startWebhookSender(deps: Deps, queue: WebhookQueue): WebhookSender {
  const stopping = new AbortController();
  let sweeping: Promise<unknown> | null = null;

  /** Without waiting for it: endpoints may be slow. */
  function sweep(lost: ReturnType<typeof lostAmong>): void {
    if (lost.length === 0 || sweeping) return;
    sweeping = deliverLost(deps, lost).finally(() => {
      sweeping = null;
    });
  }

  async function look(): Promise<void> {
    const due = await deps.stores.senders.due(deps.now(), MAX_DUE);
    sweep(lostAmong(due, deps.now()));
    await queue.enqueue(
      due.map(({ _id: webhookId, organisationId, failingSince }) => ({
        webhookId,
        organisationId,
        isFailing: failingSince !== null,
      })),
    );
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look();
      } catch (error) {
        deps.log.warn({ err: error }, 'Due webhooks were not enqueued; the next second tries again');
      }
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  registerOutboxGauge(deps);
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await sweeping;
    },
  };
}

function registerOutboxGauge({ stores, metrics, now, log }: Deps): void {
  const gauge: Gauge = new Gauge({
    name: 'airfleet_webhook_outbox_age_seconds',
    help: 'How long the most overdue delivery of a webhook has waited',
    registers: [metrics.registry],
    async collect() {
      const at = now();
      // A scrape while a store is down still shows the other metrics.
      await stores.senders.oldestDue(at).then(
        (oldest) => {
          gauge.set((at.getTime() - (oldest ?? at).getTime()) / 1000);
        },
        (error: unknown) => {
          log.debug({ err: error }, 'The gauge of the outbox was not refreshed');
        },
      );
    },
  });
}
