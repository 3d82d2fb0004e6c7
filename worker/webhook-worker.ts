import { DelayedError, Worker, type Job } from 'bullmq';
import type { Deps } from '../shared/composition/deps.js';
import { QUEUES } from '../shared/platform/jobs/queues.js';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { DeliverWebhookJob } from '../shared/webhooks/jobs/webhook-queue.js';
import { deliverWebhook } from '../shared/webhooks/operations/deliver/deliver-webhook.js';
import { Places } from './dispatch-schedule.js';

/** Jobs mostly wait for endpoints. */
const CONCURRENCY = 32;
/** A parked job that is not resumed earlier runs again after this time. */
const PARKED_MS = 5000;
/** A job of a killed worker goes to another after this time; a slice takes 20 seconds at most. */
const LOCK_MS = 30_000;
/** The webhooks that fail share this key; ids of organisations start at 1. */
const FAILING = 0;

type DeliverJob = Job<DeliverWebhookJob>;

/**
 * Delivers to the webhooks of the queue after `run()`, a slice of each in turn. An organisation takes at most half of the
 * places, and so do all failing endpoints together: those that answer do not wait for those that do not.
 */
export function createWebhookWorker(deps: Deps, connection: RedisClient): Worker {
  const ofOrganisations = new Places(CONCURRENCY);
  const ofFailing = new Places(CONCURRENCY);

  async function putBack(job: DeliverJob, token: string | undefined, delayMs: number): Promise<never> {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }

  async function park(
    places: Places,
    key: number,
    job: DeliverJob,
    token: string | undefined,
  ): Promise<never> {
    const returned = job.moveToDelayed(Date.now() + PARKED_MS, token);
    places.park(key, job, returned);
    await returned;
    throw new DelayedError();
  }

  async function run(job: DeliverJob, token: string | undefined): Promise<void> {
    const { webhookId: _id, organisationId, isFailing } = job.data;
    if (!ofOrganisations.take(organisationId)) await park(ofOrganisations, organisationId, job, token);
    try {
      if (isFailing && !ofFailing.take(FAILING)) await park(ofFailing, FAILING, job, token);
      let slice: Awaited<ReturnType<typeof deliverWebhook>>;
      try {
        slice = await deliverWebhook(deps, { _id, organisationId });
      } finally {
        if (isFailing) ofFailing.leave(FAILING);
      }
      if (slice?.isMore === true) await putBack(job, token, 0);
    } catch (error) {
      if (!(error instanceof DelayedError))
        deps.log.error(
          { err: error, webhook: _id },
          'A webhook was not delivered to and will be tried again',
        );
      throw error;
    } finally {
      ofOrganisations.leave(organisationId);
    }
  }

  const worker = new Worker<DeliverWebhookJob>(QUEUES.webhooks, run, {
    connection,
    prefix: deps.env.queuePrefix,
    concurrency: CONCURRENCY,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: 10,
    skipVersionCheck: true,
    autorun: false,
  });
  worker.on('error', (error) => {
    deps.log.debug({ err: error }, 'The sender of webhooks lost its queue');
  });
  return worker;
}
