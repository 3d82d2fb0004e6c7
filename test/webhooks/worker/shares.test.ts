import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import {
  createWebhookSender,
  type WebhookSender,
} from '../../../shared/webhooks/operations/deliver/webhook-sender.js';
import { encryptSecret, newSecret } from '../../../shared/webhooks/domain/webhook-secret.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';
import { Receiver } from '../receiver.js';

/** How many webhooks a worker delivers to at once. */
const PLACES = 32;
const MAX_WEBHOOKS = 20;
/** The id of the first copy of a webhook. */
const FIRST_COPY = 1_000_000;

describe('the webhooks of an organisation', () => {
  let service: TestService;
  let sender: WebhookSender;
  let silent: Receiver;
  const open: ServerResponse[] = [];
  let quick: Receiver;
  before(async () => {
    service = await TestService.open({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  });
  beforeEach(async () => {
    sender = createWebhookSender();
    [silent, quick] = [await Receiver.open(), await Receiver.open()];
    open.length = 0;
    silent.respond = (response) => open.push(response);
  });
  afterEach(async () => {
    await silent.close();
    await sender.stop();
    await quick.close();
  });
  after(() => service.close());

  async function organisation(receiver: Receiver, webhooks: number, isFailing = false) {
    const fixture: WebhookFixture = await webhookFixture(service.api);
    for (let made = 0; made < webhooks; made += 1) await fixture.webhook({ url: receiver.url });
    const { models } = service.deps.mongo;
    if (isFailing) {
      const failingSince = service.clock.now();
      await models.webhooks.updateMany({ organisationId: fixture.org }, { $set: { failingSince } });
    }
    await fixture.put(`evt_share_${fixture.org}`);
    return {
      delivered: () =>
        models.webhookDeliveries.countDocuments({ organisationId: fixture.org, state: 'Delivered' }),
      /** More webhooks than an organisation may have. */
      async copyWebhook(copies: number): Promise<void> {
        const webhook = await models.webhooks.findOne({ organisationId: fixture.org }).orFail().lean();
        const [delivery] = await fixture.deliveries(webhook._id);
        const ids = Array.from({ length: copies }, (_, index) => FIRST_COPY + index);
        await models.webhooks.insertMany(
          ids.map((_id) => {
            const secret = encryptSecret(service.deps.env.encryptionKeys, _id, newSecret());
            return { ...webhook, _id, secrets: [{ secret, until: null }] };
          }),
        );
        await models.webhookDeliveries.insertMany(ids.map((_id) => ({ ...delivery, _id, webhookId: _id })));
      },
    };
  }

  // docs/reliability.md#slow-endpoint
  it('take half of the places of a worker at most, and the rest of them follows', async () => {
    const slow = await organisation(silent, MAX_WEBHOOKS);
    await sender.takeDue(service.deps);
    await eventually('it has its share', () => silent.received.length === PLACES / 2);
    const other = await organisation(quick, 1);
    await sender.takeDue(service.deps);
    await eventually('the other is served', async () => (await other.delivered()) === 1);
    expect(silent.received).to.have.length(PLACES / 2);
    silent.answer(204);
    // Those that wait get the places of those whose try ends.
    for (const response of open) response.writeHead(204).end();
    await eventually('all of the first', async () => (await slow.delivered()) === MAX_WEBHOOKS);
  });

  // docs/reliability.md#slow-endpoint
  it('that fail take a quarter at most, and leave those that fail to other organisations', async () => {
    await organisation(silent, MAX_WEBHOOKS, true);
    await sender.takeDue(service.deps);
    await eventually('it has its share', () => silent.received.length === PLACES / 4);
    const others = [await organisation(quick, 1, true), await organisation(quick, 1)];
    await sender.takeDue(service.deps);
    for (const { delivered } of others)
      await eventually('the other is served', async () => (await delivered()) === 1);
    expect(silent.received).to.have.length(PLACES / 4);
  });

  // docs/reliability.md#slow-endpoint
  it('do not hide those of others, however many of them are due', async () => {
    const slow = await organisation(silent, 1);
    await slow.copyWebhook(1199);
    service.clock.advance(1);
    const other = await organisation(quick, 1);
    await sender.takeDue(service.deps);
    await eventually('it has its share', () => silent.received.length === PLACES / 2);
    await sender.takeDue(service.deps);
    await eventually('the other is served', async () => (await other.delivered()) === 1);
    expect(silent.received).to.have.length(PLACES / 2);
    await service.deps.mongo.models.webhooks.deleteMany({ _id: { $gte: FIRST_COPY } });
  });

  it('are not taken twice, and none is taken after the stop', async () => {
    await organisation(silent, 2);
    await Promise.all([sender.takeDue(service.deps), sender.takeDue(service.deps)]);
    await eventually('both are tried', () => silent.received.length === 2);
    await sender.takeDue(service.deps);
    const stopped = sender.stop();
    await organisation(quick, 1);
    await sender.takeDue(service.deps);
    await silent.close();
    await stopped;
    expect(silent.received).to.have.length(2);
    expect(quick.received).to.deep.equal([]);
    silent = await Receiver.open();
  });
});
