import { expect } from 'chai';
import type { RunningWorker } from '../../../worker/start-worker.js';
import { atEnd } from '../../fixtures/at-end.js';
import { TestClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { webhookFixture } from '../../fixtures/records/webhook-fixture.js';
import { startTestWorker } from '../../fixtures/test-worker.js';
import { redisRelay, type Relay } from '../../processes/relay.js';
import { Receiver } from '../receiver.js';

/** The clock of the service does not advance, so no delivery can wait until it is overdue. */
describe('webhooks without Redis', () => {
  let service: TestService;
  let relay: Relay;
  let receiver: Receiver;
  let worker: RunningWorker | undefined;
  before(async () => {
    service = await TestService.open({ WEBHOOK_ALLOW: '127.0.0.0/8' }, new TestClock());
    atEnd(() => service.close());
    relay = await redisRelay();
    await relay.up();
    receiver = await Receiver.open();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });
  after(async () => {
    await receiver.close();
    await relay.down();
  });

  // docs/reliability.md#webhooks-without-redis
  it('are delivered without delay when Redis is lost during deliveries', async () => {
    const fixture = await webhookFixture(service.api);
    const { id } = await fixture.webhook({ url: receiver.url });
    const states = async (): Promise<string[]> => (await fixture.deliveries(id)).map(({ state }) => state);
    worker = await startTestWorker(service, { REDIS_URL: relay.url });
    let answer = (): void => undefined;
    receiver.respond = (response) => {
      answer = () => {
        receiver.answer(204);
        response.writeHead(204).end();
      };
    };
    await fixture.put('evt_before');
    await eventually('a delivery is under way', () => receiver.received.length === 1);
    await relay.down();
    answer();
    await eventually('it is recorded', async () => (await states()).join() === 'Delivered');
    await fixture.put('evt_after');
    await eventually('the next one', async () => (await states()).join() === 'Delivered,Delivered');
    expect(receiver.ids).to.deep.equal(['evt_before', 'evt_after']);
  });
});
