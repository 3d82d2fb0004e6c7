import { expect } from 'chai';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import type { Reply } from '../../fixtures/api.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import {
  askingDevice,
  enrol,
  enrolledKey,
  makeEnrolmentToken,
  waitingEnrolment,
  type AskingDevice,
  type TestEnrolmentToken,
} from '../../fixtures/records/enrolment.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('enrol', () => {
  let fixture: UpgradeFixture;
  let board: string;

  beforeEach(async () => {
    fixture = await upgradeFixture();
    board = `board ${fixture.org}`;
    const { models } = fixture.api.deps.mongo;
    await models.hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [board, 'other'] } });
  });

  const makeToken = (fields: Partial<TestEnrolmentToken> = {}) =>
    makeEnrolmentToken(fixture.api.deps, fixture.org, fields);

  const places = async ({ _id }: TestEnrolmentToken) =>
    (await fixture.api.deps.mongo.models.enrolmentTokens.findById(_id).lean().orFail()).places;

  const beat = (device: AskingDevice, key: string): Promise<Reply> =>
    fixture.api.call('POST', '/device/v1/heartbeat', {
      body: { mac_id: device.mac_id, firmware_version: '1.0.0' },
      headers: { Authorization: `Bearer ${key}` },
    });

  async function listed(mac_id: string): Promise<Record<string, unknown> | null> {
    const reply = await fixture.call('GET', '/v1/access_points/list_inventory', { query: { mac_id, ui: 1 } });
    if (reply.status === 404) return null;
    return (reply.body as { data: { devices: Record<string, unknown>[] } }).data.devices[0] ?? null;
  }

  function expectRefused(reply: Reply, status: number, code: number): void {
    expect([reply.status, (reply.body as { error_code: number }).error_code], reply.text).to.deep.equal([
      status,
      code,
    ]);
  }

  async function actions(): Promise<string[]> {
    const { models } = fixture.api.deps.mongo;
    const found = await models.auditEntries.find({ organisationId: fixture.org }).sort({ at: 1 }).lean();
    return found.map(({ action, actor }) => `${action} by ${actor}`);
  }

  // docs/enrolment.md#enrol-3
  it('adds a device to the inventory with the network, the tags and the part of its board', async () => {
    const { network, tag, part } = fixture;
    const token = await makeToken({ networkId: network._id, tagIds: [tag._id] });
    const device = askingDevice(token, board);
    const key = await enrolledKey(fixture.api, device);
    expect(await listed(device.mac_id)).to.deep.include({
      router_serial_number: device.router_serial_number,
      location_network_id: network._id,
      hardware_part_number: part._id,
      hp_name: part.name,
    });
    expect((await beat(device, key)).status).to.equal(200);
    const { models } = fixture.api.deps.mongo;
    const { deviceCount } = await models.networks.findById(network._id).lean().orFail();
    const organisation = await models.organisations.findById(fixture.org).lean().orFail();
    expect([deviceCount, organisation.deviceCount, organisation.unassignedCount]).to.deep.equal([1, 1, 0]);
    const stored = await models.devices.findOne({ macId: device.mac_id }).lean().orFail();
    expect(stored.tagIds).to.deep.equal([tag._id]);
    expect(await places(token)).to.equal(1);
    expect(await actions()).to.deep.equal([`device.enrolled by enrolment_token:${token._id}`]);
  });

  it('leaves out a network and tags that are gone', async () => {
    const token = await makeToken({ networkId: 999_999_999, tagIds: [999_999_999] });
    const device = askingDevice(token, board);
    await enrolledKey(fixture.api, device);
    expect(await listed(device.mac_id)).to.deep.include({ location_network_id: null, tags: [] });
  });

  // docs/enrolment.md#enrol-1
  it('gives the same nonce another key until the first heartbeat with one', async () => {
    const device = askingDevice(await makeToken({ maxDevices: 1 }), board);
    const keys = [];
    for (let times = 0; times < 3; times += 1) keys.push(await enrolledKey(fixture.api, device));
    expect(new Set(keys).size).to.equal(3);
    expectRefused(await beat(device, keys[0] ?? ''), 401, 1101);
    expect((await beat(device, keys[2] ?? '')).status).to.equal(200);
    expectRefused(await enrol(fixture.api, device), 409, 1130);
    expect((await beat(device, keys[2] ?? '')).status).to.equal(200);
  });

  // docs/enrolment.md#enrol-2
  it('gives another nonce nothing', async () => {
    const token = await makeToken();
    const [enrolled, waiting] = [askingDevice(token, board), askingDevice(token)];
    const key = await enrolledKey(fixture.api, enrolled);
    await waitingEnrolment(fixture.api, waiting);
    for (const device of [enrolled, waiting])
      expectRefused(await enrol(fixture.api, { ...device, nonce: 'b'.repeat(64) }), 409, 1130);
    expect((await beat(enrolled, key)).status).to.equal(200);
  });

  // docs/enrolment.md#enrol-4
  it('lets a device with another board wait for a person, who chooses the part', async () => {
    const token = await makeToken();
    const device = askingDevice(token, 'unheard of');
    const id = await waitingEnrolment(fixture.api, device);
    expect(await waitingEnrolment(fixture.api, device)).to.equal(id);
    expect(await places(token)).to.equal(1);
    expect(await listed(device.mac_id)).to.equal(null);
    const approve = (body: object) => fixture.call('POST', `/v1/enrolments/${id}/approve`, { body });
    expectRefused(await approve({}), 422, 1109);
    expectRefused(await approve({ part_number: 'unheard of' }), 422, 1109);
    const approved = await approve({ part_number: fixture.part._id });
    expect(approved.status, approved.text).to.equal(200);
    const shown = await listed(device.mac_id);
    const { enrolment } = (approved.body as { data: { enrolment: object } }).data;
    expect(enrolment).to.deep.include({
      state: 'approved',
      part_number: fixture.part._id,
      device_id: shown?.['id'],
    });
    expect((await beat(device, await enrolledKey(fixture.api, device))).status).to.equal(200);
    expect(await places(token)).to.equal(1);
    const { body } = await fixture.call('GET', '/v1/enrolments');
    expect(body).to.have.deep.nested.property('data.enrolments', []);
    const [user, device_] = [`user:${fixture.admin.user._id}`, `enrolment_token:${token._id}`];
    expect(await actions()).to.have.members([
      `enrolment.requested by ${device_}`,
      `enrolment.approved by ${user}`,
      `device.enrolled by ${user}`,
      `device.key_issued by ${device_}`,
    ]);
  });

  // docs/enrolment.md#refuse_enrolment-1
  it('refuses a device that a person has refused, whose place is free again', async () => {
    const token = await makeToken({ approval: true, maxDevices: 1 });
    const device = askingDevice(token, board);
    const id = await waitingEnrolment(fixture.api, device);
    expectRefused(await enrol(fixture.api, askingDevice(token, board)), 409, 1130);
    const refused = await fixture.call('POST', `/v1/enrolments/${id}/refuse`);
    expect(refused.status, refused.text).to.equal(200);
    expectRefused(await fixture.call('POST', `/v1/enrolments/${id}/approve`, { body: {} }), 409, 1111);
    expectRefused(await enrol(fixture.api, device), 409, 1130);
    const again = { ...device, nonce: 'c'.repeat(64) };
    const next = await waitingEnrolment(fixture.api, again);
    await fixture.call('POST', `/v1/enrolments/${next}/approve`, { body: {} });
    await enrolledKey(fixture.api, again);
  });

  // docs/enrolment.md#token-2
  it('enrols no more devices than the token may, whatever runs at once', async () => {
    const token = await makeToken({ maxDevices: 3 });
    const devices = Array.from({ length: 8 }, (_, index) => askingDevice(token, index % 2 ? board : 'none'));
    const replies = await Promise.all(devices.map((device) => enrol(fixture.api, device)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status < 300)).to.have.length(3);
    expect(statuses.filter((status) => status === 409)).to.have.length(5);
    expect(await places(token)).to.equal(3);
  });

  it('enrols a device once that asks many times at once', async () => {
    const token = await makeToken();
    const device = askingDevice(token, board);
    const replies = await Promise.all(Array.from({ length: 6 }, () => enrol(fixture.api, device)));
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(await places(token)).to.equal(1);
    const { models } = fixture.api.deps.mongo;
    const { deviceKeyHash } = await models.masterInventory.findById(device.mac_id).lean().orFail();
    const keys = replies.map(({ body }) => hashToken((body as { device_key: string }).device_key));
    expect(keys).to.include(deviceKeyHash);
    expect(await models.devices.countDocuments({ organisationId: fixture.org })).to.equal(1);
  });

  // docs/enrolment.md#enrol-3
  it('adds no device beyond no_of_aps', async () => {
    const { models } = fixture.api.deps.mongo;
    await models.organisations.updateOne({ _id: fixture.org }, { $set: { noOfAps: 1 } });
    const token = await makeToken();
    await enrolledKey(fixture.api, askingDevice(token, board));
    expectRefused(await enrol(fixture.api, askingDevice(token, board)), 422, 1005);
    const id = await waitingEnrolment(fixture.api, askingDevice(token));
    const body = { part_number: fixture.part._id };
    expectRefused(await fixture.call('POST', `/v1/enrolments/${id}/approve`, { body }), 422, 1005);
    expect(await places(token)).to.equal(2);
  });

  // docs/enrolment.md#token-3
  it('takes no device with an unknown, expired or revoked token', async () => {
    expectRefused(await enrol(fixture.api, askingDevice({ secret: 'unknown' }, board)), 404, 1128);
    const expired = await makeToken({ expiresAt: new Date(0) });
    expectRefused(await enrol(fixture.api, askingDevice(expired, board)), 409, 1130);
    const token = await makeToken();
    const waiting = askingDevice(token);
    const id = await waitingEnrolment(fixture.api, waiting);
    expect((await fixture.call('DELETE', `/v1/enrolment_tokens/${token._id}`)).status).to.equal(204);
    expectRefused(await enrol(fixture.api, waiting), 404, 1128);
    const body = { part_number: fixture.part._id };
    expectRefused(await fixture.call('POST', `/v1/enrolments/${id}/approve`, { body }), 409, 1111);
    expectRefused(await fixture.call('DELETE', `/v1/enrolment_tokens/${token._id}`), 404, 1128);
  });

  // docs/enrolment.md#enrol-6
  it('replaces the key of an own device that has been silent for a day', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    const silent = await fixture.device({ state: { lastHeartbeatAt: old }, activatedOn: old });
    const heard = await fixture.device({ state: { lastHeartbeatAt: new Date() } });
    const plain = await makeToken();
    const token = await makeToken({ replace: true });
    const asking = { ...askingDevice(token, board), mac_id: silent.macId };
    expectRefused(await enrol(fixture.api, { ...asking, token: plain.secret }), 409, 1130);
    expectRefused(await enrol(fixture.api, { ...asking, mac_id: heard.macId }), 409, 1130);
    const key = await enrolledKey(fixture.api, asking);
    expectRefused(await beat(asking, silent.deviceKey), 401, 1101);
    const again = await enrolledKey(fixture.api, asking);
    expect((await beat(asking, again)).status).to.equal(200);
    expect(key).not.to.equal(again);
    expectRefused(await enrol(fixture.api, asking), 409, 1130);
    expect((await actions())[0]).to.equal(`device.key_replaced by enrolment_token:${token._id}`);
  });

  it('replaces a key after an approval only if the device is still silent', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    const { deps } = fixture.api;
    const token = await makeToken({ replace: true, approval: true });
    for (const comesBack of [true, false]) {
      const device = await fixture.device({ state: { lastHeartbeatAt: old }, activatedOn: old });
      const asking = { ...askingDevice(token), mac_id: device.macId };
      const id = await waitingEnrolment(fixture.api, asking);
      if (comesBack)
        await deps.mongo.models.deviceStates.updateOne({ _id: device._id }, { lastHeartbeatAt: new Date() });
      const approved = await fixture.call('POST', `/v1/enrolments/${id}/approve`, { body: {} });
      if (comesBack) expectRefused(approved, 409, 1111);
      else await enrolledKey(fixture.api, asking);
      expect((await beat(asking, device.deviceKey)).status).to.equal(comesBack ? 200 : 401);
    }
  });

  // docs/enrolment.md#enrol-7
  it('lets a device enrol again that was removed from the inventory', async () => {
    const token = await makeToken();
    const device = askingDevice(token, board);
    const key = await enrolledKey(fixture.api, device);
    expect((await beat(device, key)).status).to.equal(200);
    const removed = await fixture.call('DELETE', '/v1/access_points/remove_devices', {
      body: { devices: [device.mac_id] },
    });
    expect(removed.status, removed.text).to.equal(200);
    expectRefused(await beat(device, key), 401, 1101);
    const again = await enrolledKey(fixture.api, { ...device, nonce: 'd'.repeat(64) });
    expect((await beat(device, again)).status).to.equal(200);
  });

  it('refuses a malformed MAC, that of a group, and a nonce that is too short', async () => {
    const device = askingDevice(await makeToken(), board);
    for (const wrong of [{ mac_id: 'FF:FF:FF:FF:FF:FF' }, { mac_id: 'x' }, { nonce: 'a'.repeat(42) }])
      expectRefused(await enrol(fixture.api, { ...device, ...wrong }), 422, 1103);
    await enrolledKey(fixture.api, { ...device, mac_id: uniqueMac().replaceAll(':', '-').toLowerCase() });
  });
});
