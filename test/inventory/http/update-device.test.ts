import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sharedApi, type CallOptions, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeDevice, type TestDevice } from '../../fixtures/records/device.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser } from '../../fixtures/records/organisation.js';

describe('GET and PATCH /v1/devices/:id', () => {
  let api: TestApi;
  let token: string;
  let org: number;
  let device: TestDevice;

  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    ({ token } = await makeUser(api.deps, org));
  });
  beforeEach(async () => {
    device = await makeDevice(api.deps, org, { network: await makeNetwork(api.deps, org) });
  });

  const patch = (body: unknown, headers: CallOptions['headers'] = {}): Promise<Reply> =>
    api.call('PATCH', `/v1/devices/${device._id}`, { token, body, headers });
  const shown = (reply: Reply) =>
    (reply.body as { data: { device: { name: string; tags: object[]; revision: number } } }).data.device;

  // docs/http.md#bodies-1
  // docs/console-api.md#show_device-1
  it('shows a device with the ETag of its revision; one out of sight is 404/1011', async () => {
    const reply = await api.call('GET', `/v1/devices/${device._id}`, { token });
    expect(reply.headers.get('ETag')).to.equal('"0"');
    expect(shown(reply)).to.deep.include({
      id: device._id,
      mac_id: device.macId,
      network_id: device.locationNetworkId,
      state: 'never_heard',
      ports: null,
      revision: 0,
    });
    const other = await makeUser(api.deps, org, { networks: [], manageInventory: false });
    const hidden = await api.call('GET', `/v1/devices/${device._id}`, { token: other.token });
    expect([hidden.status, (hidden.body as { error_code: number }).error_code]).to.deep.equal([404, 1011]);
  });

  // docs/console-api.md#update_device-1
  it('renames a device in its upgrades too, also in those that have ended', async () => {
    const upgrades = [
      await makeUpgrade(api.deps, device, 'Success'),
      await makeUpgrade(api.deps, device, 'Pending'),
    ];
    const name = `Renamed ${randomUUID()}`;
    expect((await patch({ name })).status).to.equal(200);
    const query = { search: name };
    const list = await api.call('GET', '/upgrades/upgrade_list.json', { token, query });
    const { data } = list.body as { data: { id: number; device_names: unknown }[] };
    expect(data.map(({ id }) => id)).to.have.members(upgrades.map(({ _id }) => _id));
    for (const row of data) expect(JSON.stringify(row.device_names)).to.include(name);
  });

  // docs/console-api.md#update_device-1
  it('renames and tags a device; search, the audit log and the joiners of a tag follow', async () => {
    const tag = await makeTag(api.deps, org, `tag ${randomUUID()}`);
    const name = `Renamed ${randomUUID()}`;
    const reply = await patch({ name, tag_ids: [tag._id] });
    expect(shown(reply)).to.deep.include({ name, tags: [{ id: tag._id, name: tag.name }], revision: 1 });
    for (const search of [name, tag.name]) {
      const found = await api.call('GET', '/v1/devices', { token, query: { search } });
      expect((found.body as { data: { devices: { id: number }[] } }).data.devices[0]?.id).to.equal(
        device._id,
      );
    }
    const stored = await api.deps.mongo.models.devices.findOne({ _id: device._id }).lean();
    expect(stored?.tagsSince?.getTime()).to.be.above(device.tagsSince?.getTime() ?? 0);
    const audit = await api.call('GET', '/v1/audit_log', {
      token,
      query: { subject: `device:${device._id}` },
    });
    expect((audit.body as { data: { entries: object[] } }).data.entries[0]).to.deep.include({
      action: 'device.updated',
      before: { name: device.name, notes: '', tag_ids: [] },
      after: { name, notes: '', tag_ids: [tag._id] },
    });
  });

  // docs/http.md#requests-2
  it('takes the ids of tags in digits, and forms', async () => {
    const tag = await makeTag(api.deps, org);
    const form = await api.call('PATCH', `/v1/devices/${device._id}`, {
      token,
      body: new URLSearchParams([['tag_ids[]', String(tag._id)]]),
    });
    expect(shown(form).tags).to.deep.equal([{ id: tag._id, name: tag.name }]);
    const bad = await patch({ tag_ids: ['x', tag._id, String(tag._id)] });
    expect(bad.status).to.equal(422);
    expect((bad.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).to.deep.equal([
      'tag_ids[0]',
      'tag_ids[2]',
    ]);
  });

  it('changes nothing for the values that the device has', async () => {
    expect(shown(await patch({ name: device.name, tag_ids: [] })).revision).to.equal(0);
  });

  // docs/http.md#revisions-1
  it('is 412/1112 when If-Match has another revision, and then changes nothing', async () => {
    expect((await patch({ name: 'first' }, { 'If-Match': '"0"' })).headers.get('ETag')).to.equal('"1"');
    const late = await patch({ name: 'second' }, { 'If-Match': '"0"' });
    expect([late.status, (late.body as { error_code: number }).error_code]).to.deep.equal([412, 1112]);
    expect(shown(await api.call('GET', `/v1/devices/${device._id}`, { token })).name).to.equal('first');
  });

  // docs/console-api.md#update_device-2
  it('is 422/1109 with the path of each unknown tag', async () => {
    const tag = await makeTag(api.deps, org);
    const foreign = await makeTag(api.deps, (await makeOrganisation(api.deps))._id);
    const reply = await patch({ tag_ids: [tag._id, foreign._id] });
    expect(reply.status).to.equal(422);
    expect((reply.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).to.deep.equal([
      'tag_ids[1]',
    ]);
  });

  // docs/console-api.md#update_device-4
  it('is 422/1109 when the device would have more than 256 tags', async () => {
    const reply = await patch({ tag_ids: Array.from({ length: 257 }, (_, index) => index + 1) });
    expect(reply.status).to.equal(422);
    expect((reply.body as { errors: unknown[] }).errors).to.deep.equal([
      { path: 'tag_ids', msg: 'must have at most 256 entries' },
    ]);
  });

  it('gives a repetition under its Idempotency-Key the first answer', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await patch({ name: 'once' }, headers);
    await patch({ name: 'later' });
    const again = await patch({ name: 'once' }, headers);
    expect(again.headers.get('Idempotency-Replayed')).to.equal('true');
    expect(again.text).to.equal(first.text);
    expect(shown(await api.call('GET', `/v1/devices/${device._id}`, { token })).name).to.equal('later');
  });

  // docs/console-api.md#update_device-3
  it('keeps every one of concurrent changes of different fields', async () => {
    const tag = await makeTag(api.deps, org);
    const replies = await Promise.all([patch({ name: 'both' }), patch({ tag_ids: [tag._id] })]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200]);
    const after = shown(await api.call('GET', `/v1/devices/${device._id}`, { token }));
    expect(after).to.deep.include({ name: 'both', tags: [{ id: tag._id, name: tag.name }], revision: 2 });
  });
});
