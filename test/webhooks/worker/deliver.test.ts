import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { deliverWebhook } from '../../../shared/webhooks/operations/deliver/deliver-webhook.js';
import type { WebhookDeliveryRecord } from '../../../shared/webhooks/models/webhook-delivery.js';
import { TestClock } from '../../fixtures/clock.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { shownWebhook, webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';
import { Receiver } from '../receiver.js';

const HOUR_S = 3600;

describe('delivery to a webhook', () => {
  const clock = new TestClock();
  let service: TestService;
  let fixture: WebhookFixture;
  let receiver: Receiver;

  before(async () => {
    service = await TestService.open({ WEBHOOK_ALLOW: '127.0.0.0/8' }, clock);
  });
  beforeEach(async () => {
    receiver = await Receiver.open();
    fixture = await webhookFixture(service.api);
  });
  afterEach(async () => {
    service.failpoint = () => undefined;
    await receiver.close();
  });
  after(() => service.close());

  const deliver = (id: number) => deliverWebhook(service.deps, { _id: id, organisationId: fixture.org });
  const stored = async (id: number) => {
    const found = await service.deps.mongo.models.webhooks.findOne({ _id: id }).lean();
    if (!found) throw new Error(`There is no webhook ${id}`);
    return found;
  };
  const only = async (id: number): Promise<WebhookDeliveryRecord> => {
    const [delivery] = await fixture.deliveries(id);
    if (!delivery) throw new Error('There is no delivery');
    return delivery;
  };
  let events = 0;
  async function webhookWithEvent(): Promise<{ id: number; secret: string; event: string }> {
    const { id, secret } = await fixture.webhook({ url: receiver.url });
    const event = `evt_deliver_${(events += 1)}`;
    await fixture.put(event);
    return { id, secret, event };
  }

  // docs/webhooks.md#signatures-1
  it('posts the signed event once, and no more', async () => {
    const { id, secret, event } = await webhookWithEvent();
    expect(await deliver(id)).to.deep.equal({ tries: 1, isMore: false });
    const [request] = receiver.received;
    if (!request) throw new Error('Nothing was received');
    expect(request.headers).to.include({ 'content-type': 'application/json', 'webhook-id': event });
    expect(Object.keys(JSON.parse(request.body) as object)).to.deep.equal(['type', 'timestamp', 'data']);
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    expect(request.headers['webhook-timestamp']).to.equal(timestamp);
    const signature = new Webhook(secret).sign(event, clock.now(), request.body);
    expect(request.headers['webhook-signature']).to.equal(signature);
    expect(await only(id)).to.include({ state: 'Delivered', tries: 1, lastStatus: 204, dueAt: null });
    expect(await deliver(id)).to.equal(null);
    expect(receiver.ids).to.deep.equal([event]);
  });

  // docs/webhooks.md#signatures-1
  // docs/webhooks.md#tries-1
  it('is tried ten times, and fails then', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(500);
    let tries = 0;
    while ((await only(id)).state === 'Pending') {
      // Failures of 72 hours disable the webhook; its last success was just now.
      await service.deps.mongo.models.webhooks.updateOne({ _id: id }, { $set: { failingSince: null } });
      expect(await deliver(id)).to.deep.equal({ tries: 1, isMore: false });
      tries += 1;
      const { dueAt } = await only(id);
      const waitS = dueAt ? (dueAt.getTime() - clock.now().getTime()) / 1000 : 0;
      expect(await deliver(id), 'before the time').to.equal(null);
      clock.advance(waitS);
    }
    expect(tries).to.equal(10);
    expect(await only(id)).to.include({ state: 'Failed', tries: 10, lastStatus: 500, dueAt: null });
    const distinct = (values: unknown[]): number => new Set(values).size;
    expect(distinct(receiver.received.map(({ body }) => body))).to.equal(1);
    expect(distinct(receiver.ids)).to.equal(1);
    const timestamps = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    expect(distinct(timestamps), 'the time of each try').to.equal(10);
  });

  it('treats redirects as failures and does not follow them', async () => {
    const { id } = await webhookWithEvent();
    const target = await Receiver.open();
    receiver.answer(307, { Location: target.url });
    await deliver(id);
    expect(target.received).to.deep.equal([]);
    expect(await only(id)).to.include({ state: 'Pending', lastStatus: 307 });
    await target.close();
  });

  // docs/webhooks.md#tries-2
  it('waits for as long as Retry-After says, with every event after a 429', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(429, { 'Retry-After': '600' });
    await deliver(id);
    await fixture.put(`evt_more_${id}`);
    receiver.answer(204);
    clock.advance(590);
    expect(await deliver(id)).to.equal(null);
    clock.advance(11);
    expect(await deliver(id)).to.deep.equal({ tries: 2, isMore: false });
    expect((await fixture.deliveries(id)).map(({ state }) => state)).to.deep.equal([
      'Delivered',
      'Delivered',
    ]);
  });

  // docs/webhooks.md#tries-3
  it('disables the webhook after a 410, and lets its deliveries wait', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(410);
    await deliver(id);
    expect(await stored(id)).to.include({ enabled: false, disabledReason: 'gone' });
    clock.advance(HOUR_S);
    expect(await deliver(id)).to.equal(null);
    receiver.answer(200);
    expect(shownWebhook(await fixture.patch(id, { enabled: true }))).to.include({ disabled_reason: null });
    clock.advance(1);
    expect(await deliver(id)).to.include({ tries: 1 });
    expect(await only(id)).to.include({ state: 'Delivered' });
  });

  // docs/webhooks.md#tries-3
  it('disables the webhook when a try fails after 72 hours without a success', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(500);
    await deliver(id);
    clock.advance(72 * HOUR_S);
    expect(await stored(id)).to.include({ enabled: true });
    await deliver(id);
    expect(await stored(id)).to.include({ enabled: false, disabledReason: 'failing' });
  });

  it('forgets earlier failures after a success', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(500);
    await deliver(id);
    expect((await stored(id)).failingSince).to.deep.equal(clock.now());
    receiver.answer(200);
    clock.advance(10);
    await deliver(id);
    expect((await stored(id)).failingSince).to.equal(null);
  });

  // docs/webhooks.md#rotate_webhook_secret-2
  it('signs with the old and the new secret for 24 hours, then with the new one', async () => {
    const { id, secret: old } = await webhookWithEvent();
    const rotated = shownWebhook(await fixture.call('POST', `/v1/webhooks/${id}/rotate_secret`));
    const { secret: next = '' } = rotated;
    expect(next).not.to.equal(old);
    const expectSigned = async (secrets: string[]): Promise<void> => {
      await deliver(id);
      const { headers, body, id: event } = receiver.received.at(-1) ?? expect.fail('Nothing was received');
      const signatures = secrets.map((secret) => new Webhook(secret).sign(event, clock.now(), body));
      expect(headers['webhook-signature']).to.equal(signatures.join(' '));
    };
    clock.advance(24 * HOUR_S - 1);
    await expectSigned([next, old]);
    clock.advance(1);
    await fixture.put(`evt_after_${id}`);
    await expectSigned([next]);
  });

  // docs/webhooks.md#redeliver_webhook-1
  it('makes one more try when a caller asks, and goes on as before when it fails', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(500);
    await deliver(id);
    const before = await only(id);
    const again = () => fixture.call('POST', `/v1/webhooks/${id}/deliveries/${before._id}/redeliver`);
    expect((await again()).status).to.equal(200);
    expect(await deliver(id)).to.include({ tries: 1 });
    expect(await only(id)).to.deep.include({ state: 'Pending', dueAt: before.dueAt, tries: 2, extra: null });
    receiver.answer(200);
    await again();
    await deliver(id);
    expect(await only(id)).to.include({ state: 'Delivered', tries: 3 });
    receiver.answer(500);
    await again();
    await deliver(id);
    expect(await only(id)).to.include({ state: 'Delivered', tries: 4, lastStatus: 500 });
  });

  // docs/webhooks.md#redeliver_webhook-1
  it('makes the try that a caller asked for while another one was under way', async () => {
    const { id } = await webhookWithEvent();
    const { _id } = await only(id);
    receiver.respond = (response) => {
      receiver.answer(204);
      const path = `/v1/webhooks/${id}/deliveries/${_id}/redeliver`;
      void fixture.call('POST', path).then(() => response.writeHead(204).end());
    };
    for (const tries of [1, 1]) expect(await deliver(id)).to.include({ tries });
    expect(await only(id)).to.deep.include({ state: 'Delivered', tries: 1, extra: null });
    expect(receiver.received).to.have.length(2);
  });

  it('does not wait at a new URL for what the old one has answered', async () => {
    const { id } = await webhookWithEvent();
    const moved = await Receiver.open();
    receiver.respond = (response) => {
      const busy = () => response.writeHead(503, { 'Retry-After': '600' }).end();
      void fixture.patch(id, { url: moved.url }).then(busy);
    };
    await deliver(id);
    expect(await stored(id)).to.deep.include({ url: moved.url, failingSince: null });
    await fixture.put(`evt_moved_${id}`);
    await deliver(id);
    expect(moved.ids).to.deep.equal([`evt_moved_${id}`]);
    await moved.close();
  });

  it('is left to the holder of the lease until it ends', async () => {
    const { id } = await webhookWithEvent();
    const ref = { _id: id, organisationId: fixture.org };
    const until = new Date(clock.now().getTime() + 30_000);
    expect(await service.deps.stores.senders.lease(ref, 'another', until, clock.now())).not.to.equal(null);
    expect(await deliver(id)).to.equal(null);
    clock.advance(31);
    expect(await deliver(id)).to.include({ tries: 1 });
  });

  it('is logged when it disables the webhook', async () => {
    const { id } = await webhookWithEvent();
    receiver.answer(410);
    await deliver(id);
    const entries = await service.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, subject: `webhook:${id}` })
      .sort({ at: 1 })
      .lean();
    expect(entries.map(({ action, actor }) => [action, actor])).to.deep.equal([
      ['webhook.created', `user:${fixture.admin.user._id}`],
      ['webhook.disabled', 'system'],
    ]);
  });

  it('misses no event that is written while its sender finishes', async () => {
    const { id } = await webhookWithEvent();
    let hasPut = false;
    service.failpoint = async (point) => {
      if (point !== 'webhook-recorded' || hasPut) return;
      hasPut = true;
      await fixture.put(`evt_late_${id}`);
    };
    await deliver(id);
    const { dueAt } = await stored(id);
    expect(dueAt).to.be.at.most(clock.now());
    expect(await deliver(id)).to.include({ tries: 1 });
    expect(receiver.ids).to.include(`evt_late_${id}`);
  });
});
