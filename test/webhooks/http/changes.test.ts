import { expect } from 'chai';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { shownWebhook, webhookFixture, type WebhookFixture } from '../../fixtures/records/webhook-fixture.js';

describe('changes and tests of webhooks', () => {
  let fixture: WebhookFixture;
  before(async () => {
    fixture = await webhookFixture();
  });

  const get = (path: string) => fixture.call('GET', `/v1/webhooks${path}`);
  const stored = (id: number) => fixture.api.deps.mongo.models.webhooks.findOne({ _id: id }).lean();

  // docs/webhooks.md#revision-1
  it('are changed and deleted under the revision that If-Match names only', async () => {
    const { id } = await fixture.webhook();
    const call = (method: 'PATCH' | 'POST' | 'DELETE', path = '', tag = '"1"') =>
      fixture.call(method, `/v1/webhooks/${id}${path}`, {
        headers: { 'If-Match': tag },
        ...(method === 'PATCH' ? { body: { types: ['rollout.paused'] } } : {}),
      });
    const shown = await get(`/${id}`);
    expect(shownWebhook(shown)).to.include({ revision: 1 });
    expect(shown.headers.get('ETag')).to.equal('"1"');
    const changed = await call('PATCH');
    expect(shownWebhook(changed)).to.include({ revision: 2 });
    expect(changed.headers.get('ETag')).to.equal('"2"');
    for (const refusal of [await call('PATCH'), await call('POST', '/rotate_secret'), await call('DELETE')])
      expect(refused(refusal)).to.deep.equal([412, 1112]);
    expect(shownWebhook(await call('POST', '/rotate_secret', '"2"'))).to.include({ revision: 3 });
    expect((await call('DELETE', '', '"3"')).status).to.equal(200);
    expect(refused(await get(`/${id}`))).to.deep.equal([404, 1116]);
  });

  it('are changed once by a repeated request', async () => {
    const { id } = await fixture.webhook();
    const request = { headers: { 'Idempotency-Key': `change-${id}` }, body: { types: ['rollout.paused'] } };
    const first = await fixture.call('PATCH', `/v1/webhooks/${id}`, request);
    await fixture.patch(id, { types: ['rollout.started'] });
    const second = await fixture.call('PATCH', `/v1/webhooks/${id}`, request);
    expect(second.headers.get('Idempotency-Replayed')).to.equal('true');
    expect(second.text).to.equal(first.text);
    expect(shownWebhook(await get(`/${id}`))).to.deep.include({ types: ['rollout.started'] });
  });

  // docs/webhooks.md#test_webhook-1
  // docs/webhooks.md#test_webhook-2
  it('are sent a test event, each for itself, whatever types they take', async () => {
    const own = await webhookFixture();
    const { id } = await own.webhook({ types: ['rollout.paused'] });
    const { id: other } = await own.webhook({ types: ['rollout.paused'] });
    const test = () => own.call('POST', `/v1/webhooks/${id}/test`);
    const reply = await test();
    expect(reply.status, reply.text).to.equal(200);
    const { delivery } = (reply.body as { data: { delivery: Record<string, unknown> } }).data;
    expect(delivery).to.include({ type: 'webhook.test', state: 'Pending', tries: 0 });
    expect((await own.deliveries(id)).map(({ type }) => type)).to.deep.equal(['webhook.test']);
    expect(await own.deliveries(other)).to.deep.equal([]);
    const { webhookEvents, auditEntries } = own.api.deps.mongo.models;
    const event = await webhookEvents
      .findOne({ organisationId: own.org, _id: String(delivery['event_id']) })
      .lean();
    expect(JSON.parse(event?.body ?? '')).to.deep.include({ type: 'webhook.test', data: {} });
    expect((await stored(id))?.dueAt).to.be.at.most(new Date());
    const entry = { organisationId: own.org, action: 'webhook.tested', subject: `webhook:${id}` };
    expect(await auditEntries.countDocuments(entry)).to.equal(1);
    await own.patch(id, { enabled: false });
    expect(refused(await test())).to.deep.equal([409, 1111]);
  });
});
