import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { NO_WAIT } from '../../../shared/webhooks/domain/queue-times.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';
import { WorkerProcesses } from '../../processes/worker-process.js';
import { Receiver } from '../receiver.js';

/** Where workers are killed, in the order in which an ended upgrade comes to them. */
const DEATHS = [
  'ends-read',
  'ends-announced',
  'webhook-leased',
  'webhook-sent',
  'webhook-recorded',
  'webhook-released',
] as const satisfies readonly Failpoint[];

describe('webhooks whose workers are killed', function () {
  this.timeout(1_800_000);
  let service: TestService;
  let receiver: Receiver;
  let workers: WorkerProcesses;
  before(async () => {
    service = await TestService.open({ WEBHOOK_ALLOW: '127.0.0.0/8' }, new RealClock());
    workers = new WorkerProcesses(service.env);
    receiver = await Receiver.open();
  });
  after(async () => {
    await workers.kill();
    await receiver.close();
    await service.close();
  });

  /** Ends the plain upgrade of a new device. */
  async function endUpgrade(fixture: WebhookFixture): Promise<number> {
    const device = await fixture.device({ network: fixture.network });
    const statusSince = service.clock.now();
    return (await makeUpgrade(service.deps, device, 'Success', { statusSince, unprocessed: true }))._id;
  }

  const isDelivered = (fixture: WebhookFixture, webhookId: number, least: number) => async () => {
    const deliveries = await fixture.deliveries(webhookId);
    return deliveries.length >= least && deliveries.every(({ state }) => state === 'Delivered');
  };

  // docs/reliability.md#webhook-workers-killed
  it('report each ended upgrade in one event, which arrives at least once', async () => {
    const fixture = await webhookFixture(service.api);
    const { id } = await fixture.webhook({ url: receiver.url });
    const { models } = service.deps.mongo;
    const ended: number[] = [];
    for (const failpoint of DEATHS) {
      ended.push(await endUpgrade(fixture));
      await workers.dieAt(failpoint);
      // As if the leases had ended, which takes up to half a minute.
      await models.locks.deleteMany({ _id: `ends:${fixture.org}` });
      await models.webhooks.updateOne({ _id: id }, { $set: { leasedUntil: NO_WAIT } });
    }
    workers.start();
    workers.start();
    await eventually(
      'every end is reported',
      async () => (await models.upgrades.countDocuments({ _id: { $in: ended }, unprocessed: true })) === 0,
    );
    await eventually('every event is delivered', isDelivered(fixture, id, 1));
    const bodies = new Map(receiver.received.map(({ id: event, body }) => [event, body]));
    const reported = [...bodies.values()].flatMap((body) =>
      (JSON.parse(body) as { data: { upgrades: { upgrade_id: number }[] } }).data.upgrades.map(
        ({ upgrade_id }) => upgrade_id,
      ),
    );
    expect(reported.sort((a, b) => a - b)).to.deep.equal(ended);
    expect([...bodies.keys()]).to.have.members((await fixture.deliveries(id)).map(({ eventId }) => eventId));
  });

  // docs/reliability.md#slow-endpoint
  it('do not wait for an endpoint that does not answer', async () => {
    const fixture = await webhookFixture(service.api);
    const slow = await Receiver.open();
    slow.respond = () => undefined;
    const [stuck, healthy] = [
      await fixture.webhook({ url: slow.url, types: ['rollout.paused'] }),
      await fixture.webhook({ url: receiver.url, types: ['rollout.resumed'] }),
    ];
    for (let index = 0; index < 30; index += 1)
      await fixture.put(`evt_slow_${index}`, { type: 'rollout.paused' });
    await eventually('the slow endpoint is tried', () => slow.received.length >= 8);
    for (let index = 0; index < 30; index += 1)
      await fixture.put(`evt_fast_${index}`, { type: 'rollout.resumed' });
    await eventually('the others are delivered', isDelivered(fixture, healthy.id, 30));
    const waiting = (await fixture.deliveries(stuck.id)).filter(({ state }) => state === 'Pending');
    expect(waiting).to.have.length(30);
    await slow.close();
  });
});
