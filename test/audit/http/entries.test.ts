import { expect } from 'chai';
import type { AuditEntryRecord } from '../../../shared/audit/models/audit-entry.js';
import { makeDevices, makeMasterDevices, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { makeUserWithPassword, PASSWORD } from '../../browser/web-session.js';

const AP = '/v1/access_points';

// docs/rollouts.md#audit_log-5
describe('the audit log has one entry', () => {
  let fixture: UpgradeFixture;
  let devices: TestDevice[];
  beforeEach(async () => {
    fixture = await upgradeFixture();
    const { part, network } = fixture;
    devices = await makeDevices(fixture.api.deps, fixture.org, 3, () => ({ part, network }));
  });

  const entries = (): Promise<AuditEntryRecord[]> =>
    fixture.api.deps.mongo.models.auditEntries.find({ organisationId: fixture.org }).sort({ at: 1 }).lean();

  /** Sends a request, which must succeed, and returns its only entry. */
  async function entryOf(method: string, path: string, body?: unknown): Promise<AuditEntryRecord> {
    const before = new Set((await entries()).map(({ _id }) => _id));
    const reply = await fixture.call(method, path, body === undefined ? {} : { body });
    expect(reply.status, reply.text).to.be.below(300);
    const added = (await entries()).filter(({ _id }) => !before.has(_id));
    expect(added, `${method} ${path}`).to.have.length(1);
    const [entry] = added;
    if (!entry) throw new Error('There is no entry');
    expect(entry.actor).to.equal(`user:${fixture.admin.user._id}`);
    expect(entry.requestId).to.equal(reply.headers.get('X-Request-Id'));
    return entry;
  }

  const macs = (): string[] => devices.map(({ macId }) => macId);

  it('of devices that were moved, released, configured, removed and provisioned', async () => {
    const other = await makeNetwork(fixture.api.deps, fixture.org);
    const moved = await entryOf('PUT', `${AP}/move_devices`, {
      devices: macs(),
      existing_network_id: other._id,
    });
    expect(moved).to.deep.include({ action: 'devices.moved', subject: 'devices' });
    expect(moved.after).to.deep.include({ network_id: other._id, count: 3 });
    expect(moved.after?.['names']).to.have.members(macs());
    const one = await entryOf('PUT', `${AP}/release_devices`, { devices: macs().slice(0, 1) });
    expect(one).to.include({ action: 'devices.released', subject: `device:${devices[0]?._id}` });
    const template = await makeTemplate(fixture.api.deps, fixture.org, ['1'], { name: 'cable' });
    const body = { mac_ids: macs().join(), init_template_id: template._id };
    const configured = await entryOf('PUT', `${AP}/apply_configuration`, body);
    expect(configured).to.include({ action: 'devices.configured' });
    expect(configured.after).to.include({ init_template: 'cable', count: 3 });
    const removed = await entryOf('DELETE', `${AP}/remove_devices`, { devices: macs() });
    expect(removed).to.include({ action: 'devices.removed' });
    expect(removed.after).to.include({ count: 3 });
    const built = await makeMasterDevices(fixture.api.deps, fixture.part, 2);
    const request = { mac_id: built.map(({ _id }) => _id).join(), network_id: other._id };
    const provisioned = await entryOf('POST', `${AP}/provisioning`, request);
    expect(provisioned).to.include({ action: 'devices.provisioned' });
    expect(provisioned.after).to.include({ network_id: other._id, count: 2 });
  });

  it('of changed hours of a network, with the hours before and after', async () => {
    const { _id: id, networkName: network_name } = fixture.network;
    await entryOf('PATCH', `/v1/networks/${id}`, { time_zone: 'Asia/Tokyo' });
    const changed = await entryOf('PATCH', `/v1/networks/${id}`, { time_zone: 'Europe/Berlin' });
    expect(changed).to.deep.include({
      action: 'network.updated',
      subject: `network:${id}`,
      before: { network_name, time_zone: 'Asia/Tokyo', windows: null },
      after: { network_name, time_zone: 'Europe/Berlin', windows: null },
    });
  });

  it('of a move of 1,100 devices, which takes two transactions, with their number and 100 of them', async () => {
    const { part, network, api, org } = fixture;
    const many = await makeDevices(api.deps, org, 1100, () => ({ part, network }));
    const other = await makeNetwork(api.deps, org);
    const moved = await entryOf('PUT', `${AP}/move_devices`, {
      devices: many.map(({ macId }) => macId),
      existing_network_id: other._id,
    });
    expect(moved.after).to.include({ count: 1100 });
    expect(moved.after?.['names']).to.have.length(100);
  });

  it('of an SSID that was created, changed and deleted, without its key', async () => {
    const ssid = { ssid_name: 'Lobby', security: '3', wpa_key: 'hunter22hunter' };
    const body = { network_id: fixture.network._id, network_ssid: { ssid_name: ssid.ssid_name } };
    const created = await entryOf('POST', '/v1/network_ssids', body);
    expect(created).to.include({ action: 'ssid.created' });
    expect(created.after).to.include({ ssid_name: 'Lobby', network_id: fixture.network._id });
    const path = `/v1/network_ssids/${created.subject.split(':')[1] ?? ''}`;
    const changed = await entryOf('PUT', path, { network_ssid: { ssid_name: 'Bar', nat: '1' } });
    expect(changed.before).to.include({ ssid_name: 'Lobby' });
    expect(changed.after).to.include({ ssid_name: 'Bar', nat: '1' });
    expect(await entryOf('DELETE', path)).to.include({ action: 'ssid.deleted', after: null });
    expect(JSON.stringify(await entries())).to.not.contain('hunter22');
  });

  it('of a request for upgrades, a change and a deletion of one, and the cancellation of a schedule', async () => {
    const aps = devices.map(({ _id }) => `AP:${_id}`);
    const later = { schedule_type: 'later', schedule_at: tomorrow() };
    const scheduled = await entryOf('POST', '/upgrades.json', { upgrade: { aps, ...later } });
    expect(scheduled).to.include({ action: 'upgrades.scheduled' });
    expect(scheduled.after).to.deep.include({ targets: aps });
    const [first, second] = devices;
    if (!first || !second) throw new Error('There are no devices');
    const idOf = async (device: TestDevice): Promise<number> => (await fixture.pending(device))?._id ?? 0;
    const id = await idOf(first);
    const changed = await entryOf('PUT', `/upgrades/${id}.json`, { upgrade: { save_prev_config: true } });
    expect(changed).to.include({ action: 'upgrade.updated', subject: `upgrade:${id}` });
    expect(changed.before).to.include({ save_prev_config: false });
    expect(changed.after).to.include({ save_prev_config: true, mac_id: first.macId });
    const deleted = await entryOf('DELETE', `/upgrades/${await idOf(second)}.json`);
    expect(deleted).to.include({ action: 'upgrade.deleted', after: null });
    const cancelled = await entryOf(
      'DELETE',
      `/upgrades/schedules/${scheduled.subject.split(':')[1] ?? ''}.json`,
    );
    expect(cancelled).to.include({ action: 'upgrades.cancelled', subject: scheduled.subject });
  });

  it('of a token that was created and revoked', async () => {
    const { user } = await makeUserWithPassword(fixture.api, fixture.org, { role: 'operator' });
    const made = await fixture.api.call('POST', '/v1/access_tokens', {
      body: { email: user.email, password: PASSWORD },
    });
    const { access_token: token } = made.body as { access_token: string };
    await fixture.api.call('DELETE', '/v1/access_tokens', { token });
    await entryOf('DELETE', `/v1/users/${user._id}/access_tokens`);
    const found = await entries();
    expect(found.map(({ action }) => action)).to.deep.equal([
      'token.created',
      'token.revoked',
      'tokens.revoked',
    ]);
    expect(found[0]).to.include({ actor: `user:${user._id}`, subject: `user:${user._id}` });
    expect(JSON.stringify(found)).to.not.contain(token);
  });

  it('of no request that is refused or changes nothing', async () => {
    await fixture.call('PUT', `${AP}/move_devices`, {
      body: { devices: macs(), existing_network_id: fixture.network._id },
    });
    await fixture.call('POST', '/upgrades.json', { body: { upgrade: { aps: ['AP:999999999'] } } });
    await fixture.call('DELETE', '/v1/network_ssids/999999999');
    expect(await entries()).to.deep.equal([]);
  });
});
