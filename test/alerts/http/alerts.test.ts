import { expect } from 'chai';
import type { CallOptions } from '../../fixtures/api.js';
import { makeAlert } from '../../fixtures/records/alert.js';
import { useAlerts } from '../alert-fixture.js';

describe('the operations on alerts', () => {
  const used = useAlerts();
  const call = (method: string, path: string, options: CallOptions = {}) =>
    used.service.api.call(method, path, { token: used.alerts.fleet.token, ...options });

  // docs/alerts.md#list_alerts-1
  // docs/alerts.md#kinds-2
  it('list the newest first, in pages, to callers who see the network', async () => {
    const { alerts, service } = used;
    const { org, networks, viewer } = alerts.fleet;
    const make = (networkId: number | null) => makeAlert(service.deps, org, { networkId });
    const made = [await make(networks[0] ?? 0), await make(networks[1] ?? 0), await make(null)];
    const first = await call('GET', '/v1/alerts', { query: { per_page: '2' } });
    const { data, meta } = first.body as {
      data: { alerts: { id: number }[] };
      meta: { next_cursor: string; has_more: boolean };
    };
    expect(data.alerts.map(({ id }) => id)).to.deep.equal([made[2], made[1]]);
    expect(meta.has_more).to.equal(true);
    const rest = await alerts.list({ per_page: '2', cursor: meta.next_cursor });
    expect(rest.map(({ id }) => id)).to.deep.equal([made[0]]);
    expect((await alerts.list({}, viewer)).map(({ id }) => id)).to.deep.equal([made[0]]);
    expect((await alerts.list({ network_id: String(networks[1]) })).map(({ id }) => id)).to.deep.equal([
      made[1],
    ]);
  });

  // docs/alerts.md#acknowledge_alert-1
  it('keep the first acknowledgement', async () => {
    const { alerts, service } = used;
    const id = await makeAlert(service.deps, alerts.fleet.org);
    const first = await call('POST', `/v1/alerts/${id}/acknowledge`);
    expect(first.status, first.text).to.equal(200);
    service.clock.advance(60);
    const again = await call('POST', `/v1/alerts/${id}/acknowledge`);
    expect(again.body).to.deep.equal(first.body);
    const { auditEntries } = service.deps.mongo.models;
    expect(await auditEntries.countDocuments({ subject: `alert:${id}` })).to.equal(1);
  });

  // docs/alerts.md#show_alert_settings-1
  // docs/alerts.md#update_alert_settings-1
  it('change the settings of kinds under a revision', async () => {
    const shown = await call('GET', '/v1/alert_settings');
    expect(shown.headers.get('etag')).to.equal('"0"');
    const body = { kinds: { device_down: { after_minutes: 20 } } };
    const changed = await call('PATCH', '/v1/alert_settings', { body, headers: { 'If-Match': '"0"' } });
    expect(changed.status, changed.text).to.equal(200);
    const { kinds, revision } = (
      changed.body as { data: { alert_settings: { kinds: Record<string, unknown>; revision: number } } }
    ).data.alert_settings;
    expect(revision).to.equal(1);
    expect(kinds['device_down']).to.deep.equal({ enabled: true, after_minutes: 20, networks: 'all' });
    expect(kinds['rollout_paused']).to.deep.equal({ enabled: true, after_minutes: null, networks: 'all' });
    const stale = await call('PATCH', '/v1/alert_settings', { body, headers: { 'If-Match': '"0"' } });
    expect(stale.status).to.equal(412);
  });

  for (const [kinds, path] of [
    [{ device_down: { after_minutes: 2 } }, 'kinds.device_down.after_minutes'],
    [{ rollout_paused: { after_minutes: 5 } }, 'kinds.rollout_paused.after_minutes'],
    [{ device_down: { networks: [999_999_999] } }, 'kinds.device_down.networks[0]'],
    [{ device_down: { unknown: 1 } }, 'kinds.device_down.unknown'],
    [{ unknown: {} }, 'kinds.unknown'],
  ] as const)
    it(`refuse the setting ${path}`, async () => {
      const reply = await call('PATCH', '/v1/alert_settings', { body: { kinds } });
      expect(reply.status, reply.text).to.equal(422);
      expect((reply.body as { errors: { path: string }[] }).errors.map((fault) => fault.path)).to.include(
        path,
      );
    });
});
