import { expect } from 'chai';
import { issueAuthority } from '../../../shared/ucentral/operations/issue-certificates.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { PUBLIC_URL, shownWebhook } from '../../fixtures/records/webhook-fixture.js';
import { ALL, useAlerts, without } from '../alert-fixture.js';

const ALONE = 8;

describe('notices of alerts', () => {
  const used = useAlerts();

  async function subscribe(): Promise<number> {
    const body = { url: PUBLIC_URL, types: ['alert.opened', 'alert.closed'] };
    const { token } = used.alerts.fleet;
    return shownWebhook(await used.service.api.call('POST', '/v1/webhooks', { token, body }), 201).id;
  }

  async function sent(): Promise<string[]> {
    const { webhookEvents } = used.service.deps.mongo.models;
    const found = await webhookEvents
      .find({ organisationId: used.alerts.fleet.org })
      .sort({ createdAt: 1 })
      .lean();
    return found.map(({ type }) => type);
  }

  // docs/webhooks.md#events-6
  // docs/alerts.md#notices-1
  it('are written once for an opening and a closing, and at most once an hour', async () => {
    const { alerts, service } = used;
    await subscribe();
    await alerts.pass(11, without(ALONE));
    await Promise.all([alerts.announce(), alerts.announce()]);
    await alerts.announce();
    expect(await sent()).to.deep.equal(['alert.opened']);
    const { webhookEvents } = service.deps.mongo.models;
    const event = await webhookEvents.findOne({ organisationId: alerts.fleet.org }).orFail().lean();
    expect((JSON.parse(event.body) as { data: unknown }).data).to.deep.equal({
      alert: (await alerts.list())[0],
    });
    await alerts.pass(1, ALL);
    await alerts.announce();
    await alerts.pass(11, without(ALONE));
    await alerts.announce();
    expect(await sent()).to.deep.equal(['alert.opened', 'alert.closed']);
    await alerts.pass(50, without(ALONE));
    await alerts.announce();
    expect(await sent()).to.deep.equal(['alert.opened', 'alert.closed', 'alert.opened']);
  });

  for (const point of ['notices-read', 'notices-written'] as const)
    // docs/alerts.md#notices-2
    it(`are neither lost nor written twice when a worker ends at ${point}`, async () => {
      const { alerts, service } = used;
      await subscribe();
      await alerts.pass(11, without(ALONE));
      service.failpoint = (at) =>
        at === point ? Promise.reject(new Error('The worker ends here')) : undefined;
      await alerts.announce();
      service.failpoint = () => undefined;
      await alerts.announce();
      expect(await sent()).to.deep.equal(['alert.opened']);
    });

  it('open for a webhook that the service has disabled, until it is enabled again', async () => {
    const { alerts, service } = used;
    const id = await subscribe();
    const { webhooks } = service.deps.mongo.models;
    await webhooks.updateOne({ _id: id }, { $set: { enabled: false, disabledReason: 'gone' } });
    await alerts.lookAtSources();
    await alerts.lookAtSources();
    expect((await alerts.list()).map(({ kind, subject }) => [kind, subject.id])).to.deep.equal([
      ['webhook_disabled', id],
    ]);
    expect(await alerts.list({}, alerts.fleet.viewer)).to.deep.equal([]);
    await webhooks.updateOne({ _id: id }, { $set: { enabled: true, disabledReason: null } });
    await alerts.lookAtSources();
    expect(await alerts.list()).to.deep.equal([]);
  });

  // docs/alerts.md#kinds
  it('open for an authority of the organisation 30 days before its end, until it is replaced', async () => {
    const { alerts, service } = used;
    const { org } = alerts.fleet;
    const { token } = await makeUser(service.deps, org, { role: 'super_admin' });
    const bring = async (days: number): Promise<void> => {
      const from = new Date(service.clock.now().getTime() - 86_400_000);
      const { certificate } = await issueAuthority(`Site of ${org}`, { from, days });
      const body = { certificate };
      const reply = await service.api.call('PUT', '/v1/organisation/ucentral_ca', { token, body });
      expect(reply.status, reply.text).to.equal(200);
      await alerts.lookAtSources();
    };
    await bring(32);
    expect(await alerts.list()).to.deep.equal([]);
    await bring(30);
    const opened = await alerts.list();
    expect(opened.map(({ kind, subject }) => [kind, subject])).to.deep.equal([
      ['certificate_expiring', { type: 'certificate', id: org }],
    ]);
    expect(opened[0]?.text).to.contain(`O=airfleet, CN=Site of ${org}`);
    expect(await alerts.list({}, alerts.fleet.viewer)).to.deep.equal([]);
    await bring(365);
    expect(await alerts.list()).to.deep.equal([]);
  });

  // docs/alerts.md#kinds-4
  it('open once for the devices whose certificates end, and follow them', async () => {
    const { alerts, service } = used;
    const { fleet } = alerts;
    const { ucentralDevices } = service.deps.mongo.models;
    const inDays = (days: number) => new Date(service.clock.now().getTime() + days * 86_400_000);
    const ending = async (index: number, days: number, _id = fleet.idOf(index)): Promise<void> => {
      await ucentralDevices.collection.updateOne(
        { _id: _id as never },
        { $set: { organisationId: fleet.org, certificateEndsAt: inDays(days) } },
        { upsert: true },
      );
      await alerts.lookAtSources();
    };
    await ending(0, 31);
    // One that was removed while it was away.
    await ending(0, 1, fleet.idOf(0) + 1_000_000);
    expect(await alerts.list()).to.deep.equal([]);
    await ending(0, 29);
    const [opened] = await alerts.list();
    expect(opened).to.deep.include({ kind: 'certificate_expiring', folded: [fleet.idOf(0)], count: 1 });
    await ending(1, -1);
    const [grown, ...others] = await alerts.list();
    expect(others).to.deep.equal([]);
    expect(grown).to.deep.include({ id: opened?.id, folded: [fleet.idOf(1), fleet.idOf(0)], count: 2 });
    expect(grown?.text).to.match(/^The certificates of 2 devices expire, the first at 2026-11-29 12:00/);
    await ending(1, 300);
    expect((await alerts.list())[0]?.text).to.match(/^The certificate of a device expires at 2026-12-29/);
    await ending(0, 300);
    expect(await alerts.list()).to.deep.equal([]);
  });
});
