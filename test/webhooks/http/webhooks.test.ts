import { expect } from 'chai';
import { isDuplicateKey } from '../../../shared/platform/mongo/batches.js';
import { rolloutFixture, faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import {
  PUBLIC_URL,
  shownWebhook,
  webhookFixture,
  type WebhookFixture,
} from '../../fixtures/records/webhook-fixture.js';
import { makeUser } from '../../fixtures/records/organisation.js';

describe('webhooks', () => {
  let fixture: WebhookFixture;
  before(async () => {
    fixture = await webhookFixture();
  });

  const get = (path: string) => fixture.call('GET', `/v1/webhooks${path}`);
  const stored = (id: number) => fixture.api.deps.mongo.models.webhooks.findOne({ _id: id }).lean();

  // docs/webhooks.md#create_webhook-1
  it('show their secret at their creation only, and store it encrypted', async () => {
    const { id, secret, ...webhook } = await fixture.webhook({ types: ['rollout.paused'] });
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).to.deep.include({
      url: PUBLIC_URL,
      types: ['rollout.paused'],
      enabled: true,
      disabled_reason: null,
      created_by: fixture.admin.user._id,
    });
    const again = shownWebhook(await get(`/${id}`));
    expect(again).to.deep.equal({ id, ...webhook });
    expect(JSON.stringify(await stored(id))).not.to.include(secret.slice(6));
  });

  it('repeat the secret to a repetition of the request that created them', async () => {
    const headers = { 'Idempotency-Key': 'webhook' };
    const first = await fixture.create({}, { headers });
    const second = await fixture.create({}, { headers });
    expect(second.headers.get('Idempotency-Replayed')).to.equal('true');
    expect(second.text).to.equal(first.text);
  });

  it('name every fault of a request', async () => {
    const reply = await fixture.create({ url: 7, types: ['rollout.paused', 'x'] });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply).map((fault) => fault.split(':')[0])).to.have.members(['url', 'types[1]']);
    expect(refused(await fixture.create({ types: [] }))).to.deep.equal([422, 1109]);
  });

  it('are listed by id and by page', async () => {
    const own = await webhookFixture();
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await own.webhook()).id);
    const listed: number[] = [];
    let cursor = '';
    do {
      const { body } = await own.call('GET', '/v1/webhooks', { query: { per_page: 2, cursor } });
      const { data, meta } = body as {
        data: { webhooks: { id: number }[] };
        meta: { next_cursor: string | null };
      };
      listed.push(...data.webhooks.map(({ id }) => id));
      cursor = meta.next_cursor ?? '';
    } while (cursor !== '');
    expect(listed).to.deep.equal(ids);
  });

  // docs/webhooks.md#create_webhook-2
  it('are at most 20, of concurrent requests too', async () => {
    const own = await webhookFixture();
    for (let made = 0; made < 18; made += 1) await own.webhook();
    const replies = await Promise.all([1, 2, 3, 4].map(() => own.create()));
    const made = replies.filter(({ status }) => status === 201);
    expect(made).to.have.length(2);
    for (const reply of replies) if (!made.includes(reply)) expect(refused(reply)).to.deep.equal([409, 1115]);
  });

  // docs/webhooks.md#access-1
  it('are for administrators with access to all networks', async () => {
    const { deps } = fixture.api;
    const networks = [{ id: fixture.network._id, access: 'full' as const }];
    for (const fields of [{ role: 'operator' as const }, { role: 'admin' as const, networks }]) {
      const { token } = await makeUser(deps, fixture.org, fields);
      expect(refused(await fixture.create({}, { token }))).to.deep.equal([403, 1102]);
      expect(refused(await fixture.call('GET', '/v1/webhooks', { token }))).to.deep.equal([403, 1102]);
    }
    const stranger = await webhookFixture();
    const { id } = await stranger.webhook();
    expect(refused(await get(`/${id}`))).to.deep.equal([404, 1116]);
  });

  // docs/webhooks.md#update_webhook-1
  it('are changed field by field, and get no events while they are not enabled', async () => {
    const { id } = await fixture.webhook();
    const types = ['rollout.started', 'upgrades.finished'];
    expect(shownWebhook(await fixture.patch(id, { types }))).to.deep.include({ types, url: PUBLIC_URL });
    expect(shownWebhook(await fixture.patch(id, { enabled: false }))).to.include({ enabled: false });
    await fixture.put(`evt_disabled_${id}`);
    expect(await fixture.deliveries(id)).to.deep.equal([]);
    expect(refused(await fixture.patch(id, { url: 'http://8.8.4.4/' }))).to.deep.equal([422, 1117]);
    expect(refused(await fixture.patch(id, { enabled: null }))).to.deep.equal([422, 1109]);
  });

  // docs/webhooks.md#update_webhook-2
  // docs/http.md#requests-6
  it('take the spellings of the flag, and forms', async () => {
    const { id } = await fixture.webhook();
    const form = (enabled: string) =>
      fixture.call('PATCH', `/v1/webhooks/${id}`, { body: new URLSearchParams({ enabled }) });
    expect(shownWebhook(await form('0'))).to.include({ enabled: false });
    expect(shownWebhook(await form('true'))).to.include({ enabled: true });
    expect(refused(await form('maybe'))).to.deep.equal([422, 1109]);
  });

  it('are enabled again, and start afresh', async () => {
    const { id } = await fixture.webhook();
    const { webhooks } = fixture.api.deps.mongo.models;
    await webhooks.updateOne(
      { _id: id },
      { $set: { enabled: false, disabledReason: 'failing', failingSince: new Date(0) } },
    );
    expect(shownWebhook(await get(`/${id}`))).to.include({ disabled_reason: 'failing' });
    expect(shownWebhook(await fixture.patch(id, { enabled: true }))).to.include({ disabled_reason: null });
    const webhook = await stored(id);
    expect(webhook).to.include({ enabled: true, failingSince: null });
    expect(webhook?.dueAt).to.be.below(new Date(Date.now() + 60_000));
  });

  it('are gone after their deletion', async () => {
    const { id } = await fixture.webhook();
    const deleted = await fixture.call('DELETE', `/v1/webhooks/${id}`);
    expect(deleted.body).to.deep.equal({ data: {}, status: 200 });
    for (const path of [`/${id}`, `/${id}/deliveries`])
      expect(refused(await get(path))).to.deep.equal([404, 1116]);
  });

  // docs/webhooks.md#rotate_webhook_secret-1
  it('get a new secret, and keep at most ten', async () => {
    const { id, secret } = await fixture.webhook();
    const seen = new Set([secret]);
    for (let turn = 0; turn < 11; turn += 1) {
      const rotated = shownWebhook(await fixture.call('POST', `/v1/webhooks/${id}/rotate_secret`));
      seen.add(rotated.secret ?? '');
    }
    expect(seen.size).to.equal(12);
    expect((await stored(id))?.secrets).to.have.length(10);
  });

  // docs/webhooks.md#webhook_deliveries-1
  it('list their deliveries of the last 30 days, newest first', async () => {
    const { id } = await fixture.webhook();
    for (const event of ['a', 'b', 'c']) await fixture.put(`evt_${event}_${id}`);
    const { webhookDeliveries } = fixture.api.deps.mongo.models;
    const past = new Date(Date.now() - 30 * 86_400_000 - 5000);
    await webhookDeliveries.updateOne(
      { webhookId: id, eventId: `evt_a_${id}` },
      { $set: { createdAt: past } },
    );
    const { body } = await get(`/${id}/deliveries`);
    const { deliveries } = (body as { data: { deliveries: Record<string, unknown>[] } }).data;
    expect(deliveries.map(({ event_id }) => event_id)).to.deep.equal([`evt_c_${id}`, `evt_b_${id}`]);
    expect(deliveries[0]).to.have.all.keys([
      ...['id', 'event_id', 'type', 'state', 'tries', 'last_status', 'last_error'],
      ...['created_at', 'last_tried_at', 'next_try_at'],
    ]);
    expect(deliveries[0]).to.include({ type: 'upgrades.finished', state: 'Pending', tries: 0 });
  });

  // docs/webhooks.md#redeliver_webhook-1
  // docs/webhooks.md#redeliver_webhook-2
  it('make one more try of a delivery due at once', async () => {
    const { id } = await fixture.webhook();
    await fixture.put(`evt_again_${id}`);
    const { webhookDeliveries, webhookEvents } = fixture.api.deps.mongo.models;
    const [{ _id } = { _id: 0 }] = await fixture.deliveries(id);
    await webhookDeliveries.updateOne({ _id }, { $set: { state: 'Failed', dueAt: null, tries: 10 } });
    const again = () => fixture.call('POST', `/v1/webhooks/${id}/deliveries/${_id}/redeliver`);
    for (const reply of [await again(), await again()]) {
      expect(reply.status, reply.text).to.equal(200);
      const { delivery } = (reply.body as { data: { delivery: Record<string, unknown> } }).data;
      expect(delivery).to.include({ id: _id, state: 'Pending', tries: 10 });
    }
    const entries = await fixture.api.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, action: 'webhook.redelivered' })
      .lean();
    // The second request found the try due already.
    expect(entries.map(({ subject, actor, after }) => ({ subject, actor, after }))).to.deep.equal([
      {
        subject: `webhook:${id}`,
        actor: `user:${fixture.admin.user._id}`,
        after: { delivery_id: _id, event_id: `evt_again_${id}`, type: 'upgrades.finished' },
      },
    ]);
    const [delivery] = await fixture.deliveries(id);
    expect(delivery?.extra).to.deep.equal({ state: 'Failed', dueAt: null });
    await fixture.patch(id, { enabled: false });
    expect(refused(await again())).to.deep.equal([409, 1111]);
    await webhookEvents.deleteOne({ _id: `evt_again_${id}` });
    expect(refused(await again())).to.deep.equal([404, 1116]);
  });

  it('have an entry in the audit log for each change', async () => {
    const { id, secret } = await fixture.webhook();
    await fixture.patch(id, { enabled: false });
    await fixture.call('POST', `/v1/webhooks/${id}/rotate_secret`);
    await fixture.call('DELETE', `/v1/webhooks/${id}`);
    const entries = await fixture.api.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, subject: `webhook:${id}` })
      .sort({ at: 1 })
      .lean();
    expect(entries.map(({ action }) => action)).to.deep.equal(
      ['created', 'updated', 'secret_rotated', 'deleted'].map((action) => `webhook.${action}`),
    );
    expect(entries[1]?.before).to.include({ enabled: true });
    expect(entries[1]?.after).to.include({ enabled: false });
    expect(JSON.stringify(entries)).not.to.include(secret);
  });

  // docs/webhooks.md#events-1
  it('get one delivery of an event each, however often it is written', async () => {
    const own = await webhookFixture();
    const webhooks = [await own.webhook(), await own.webhook()];
    const event = `evt_once_${own.org}`;
    await own.put(event);
    const again: unknown = await own.put(event).catch((error: unknown) => error);
    expect(isDuplicateKey(again)).to.equal(true);
    for (const { id } of webhooks)
      expect((await own.deliveries(id)).map(({ eventId }) => eventId)).to.deep.equal([event]);
    const [delivery] = await own.deliveries(webhooks[0]?.id ?? 0);
    if (!delivery) throw new Error('There is no delivery');
    const another: unknown = await own.api.deps.mongo.models.webhookDeliveries
      .create({ ...delivery, _id: -delivery._id })
      .catch((error: unknown) => error);
    expect(isDuplicateKey(another), 'another delivery of the event').to.equal(true);
  });

  it('of another organisation get none of its events', async () => {
    const { id } = await fixture.webhook();
    const stranger = await rolloutFixture();
    const theirs = await webhookFixture(stranger.api);
    await theirs.put(`evt_theirs_${id}`);
    expect(await fixture.deliveries(id)).to.deep.equal([]);
  });
});
