import { expect } from 'chai';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { CallOptions } from '../../fixtures/api.js';

const HTML = { Accept: 'text/html' };

describe('upgrade operations without JSON', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  async function pending(): Promise<number> {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    return (await fixture.pending(device))?._id ?? 0;
  }

  async function expectRedirect(method: string, path: string, options: CallOptions = {}): Promise<void> {
    const reply = await fixture.call(method, path, { headers: HTML, ...options });
    expect([reply.status, reply.headers.get('Location')], path).to.deep.equal([303, '/upgrades']);
  }

  // docs/http.md#json-2
  it('create makes the upgrade and redirects to the upgrades index', async () => {
    const device = await fixture.device();
    await expectRedirect('POST', '/upgrades', { body: { upgrade: { aps: [`AP:${device._id}`] } } });
    expect(await fixture.pending(device)).to.not.equal(null);
  });

  // docs/http.md#json-2
  it('show, update and delete take effect and redirect to the upgrades index', async () => {
    const id = await pending();
    await expectRedirect('GET', `/upgrades/${id}`);
    await expectRedirect('PATCH', `/upgrades/${id}`, { body: { upgrade: { save_prev_config: true } } });
    const { body } = await fixture.call('GET', `/upgrades/${id}`);
    expect(body).to.have.nested.property('data.upgrades.save_prev_config', true);
    await expectRedirect('DELETE', `/upgrades/${id}`);
    expect((await fixture.call('GET', `/upgrades/${id}`)).status).to.equal(404);
  });

  // docs/http.md#json-2
  it('upgrade_list redirects to the upgrades index', async () => {
    await expectRedirect('GET', '/upgrades/upgrade_list');
    await expectRedirect('POST', '/upgrades/upgrade_list');
  });

  // docs/http.md#json-1
  it('a .json suffix requests JSON, whatever the Accept header', async () => {
    const id = await pending();
    const reply = await fixture.call('GET', `/upgrades/${id}.json`, { headers: HTML });
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.nested.property('data.upgrades.id', id);
  });

  // docs/interface.md#upgrades-create
  it('defaults are automatic and now, aps names the device, and an empty status is shown as Pending', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    const stored = await fixture.pending(device);
    expect(stored).to.include({ status: '' });
    const { body } = await fixture.call('GET', `/upgrades/${stored?._id ?? 0}`);
    expect((body as { data: { upgrades: unknown } }).data.upgrades).to.include({
      upgrade_type: 'automatic',
      schedule_type: 'now',
      schedule_at: null,
      status: 'Pending',
      aps: `AP:${device._id}`,
      router_inventory_id: device._id,
    });
  });
});
