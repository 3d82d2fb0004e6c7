import { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { QUEUES } from '../../platform/jobs/queues.js';
import type { RedisClient } from '../../platform/redis/redis.js';

const DELIVER_WEBHOOK = 'deliver-webhook';

/** The data of a job; everything else is read from the database. */
export interface DeliverWebhookJob {
  readonly webhookId: number;
  readonly organisationId: number;
  /** Whether the endpoint has failed since its last success. */
  readonly isFailing: boolean;
}

/** The longest time that the worker waits for Redis. */
const TIMEOUT_MS = 2500;

/** The queue of webhooks with due deliveries. It only distributes them: the database determines what is due. */
export interface WebhookQueue {
  /**
   * Enqueues webhooks that have no job; the queue ignores those that have one.
   * @throws within three seconds when Redis does not answer; the senders do without it then
   */
  enqueue(jobs: readonly DeliverWebhookJob[]): Promise<void>;
  close(): Promise<void>;
}

export function openWebhookQueue(connection: RedisClient, prefix: string): WebhookQueue {
  const queue = new Queue<DeliverWebhookJob, void, typeof DELIVER_WEBHOOK>(QUEUES.webhooks, {
    connection,
    prefix,
    skipVersionCheck: true,
  });
  // Every failed command rejects for its caller; this event repeats the same error.
  queue.on('error', () => undefined);
  return {
    async enqueue(jobs) {
      if (jobs.length === 0) return;
      if (connection.status !== 'ready') throw new Error('Redis is away');
      const added = queue.addBulk(
        jobs.map((data) => ({
          name: DELIVER_WEBHOOK,
          data,
          // MongoDB has the results; a job that is kept would keep its id from being used again.
          opts: { jobId: `webhook-${data.webhookId}`, removeOnComplete: true, removeOnFail: true },
        })),
      );
      await pTimeout(added, { milliseconds: TIMEOUT_MS });
    },
    close: () => queue.close(),
  };
}
