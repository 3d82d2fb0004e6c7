import { expect } from 'chai';
import { makeDevices, makePart } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { bulkFixture, shownBulk, type BulkFixture, type ShownBulk } from '../bulk-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('bulk operations', () => {
  let fixture: BulkFixture;
  beforeEach(async () => {
    fixture = await bulkFixture();
  });

  const stored = async (id: number) => {
    const device = await fixture.api.deps.mongo.models.devices.findOne({ _id: id }).lean();
    return device;
  };
  const reasonFor = ({ failed }: ShownBulk, { _id }: { readonly _id: number }) =>
    failed.find(({ id }) => id === _id)?.reason;
  const codes = ({ failed }: ShownBulk) => failed.map(({ id, error_code: code }) => [id, code]);

  // docs/administration.md#create_bulk_operation-1
  it('assign and release the devices of a selection, also of several lists', async () => {
    const { api, org, part } = fixture;
    const devices = await makeDevices(api.deps, org, 1300, () => ({ part, network: null }));
    const except = devices.slice(0, 5).map(({ _id }) => _id);
    const selected = await fixture.call('POST', '/v1/selections', {
      body: { filter: { network_id: 0 }, except },
    });
    const { selection, count } = (selected.body as { data: { selection: number; count: number } }).data;
    expect(count).to.equal(1295);
    const params = { network_id: fixture.network._id };
    const ended = await fixture.run({ selection, action: 'assign', params });
    expect(ended).to.include({ state: 'completed', total: 1295, done: 1295, failed_count: 0 });
    const { models } = api.deps.mongo;
    const network = await models.networks.findOne({ _id: fixture.network._id }).lean();
    expect(network?.deviceCount).to.equal(1295);
    const entries = await models.auditEntries.find({ organisationId: org, action: 'devices.moved' }).lean();
    expect(entries.map(({ after }) => after?.['count'])).to.deep.equal([1295]);
    const some = devices.slice(10, 20).map(({ _id }) => _id);
    expect(await fixture.run({ ids: [...some, ...some], action: 'release' })).to.include({
      total: 10,
      done: 10,
    });
    expect(await models.devices.countDocuments({ organisationId: org, locationNetworkId: null })).to.equal(
      15,
    );
  });

  // docs/administration.md#create_bulk_operation-2
  it('name the devices that failed, with the codes of requests for them', async () => {
    const { api, org, network } = fixture;
    const other = await makeNetwork(api.deps, org);
    const networks = [
      { id: network._id, access: 'full' as const },
      { id: other._id, access: 'read' as const },
    ];
    const rights = { role: 'operator', networks } as const;
    const caller = await makeUser(api.deps, org, { ...rights, manageInventory: false });
    const manager = await makeUser(api.deps, org, { ...rights, manageInventory: true });
    const [good, busy, readable, hidden] = [
      await fixture.device({ network }),
      await fixture.device({ network }),
      await fixture.device({ network: other }),
      await fixture.device({ network: null }),
    ];
    await makeUpgrade(api.deps, busy, 'Installing');
    const ids = [good, busy, readable, hidden].map(({ _id }) => _id);
    const kept = await fixture.run({ ids, action: 'remove' }, { token: caller.token });
    expect(kept).to.include({ state: 'completed', total: 4, done: 4, failed_count: 4 });
    const forbidden = [good, busy, readable].map(({ _id }) => [_id, 1102]);
    expect(codes(kept)).to.have.deep.members([...forbidden, [hidden._id, 1011]]);
    for (const [action, code, { token }] of [
      ['release', 1017, caller],
      ['remove', 1018, manager],
    ] as const) {
      const ended = await fixture.run({ ids: ids.slice(0, 3), action }, { token });
      expect(ended).to.include({ state: 'completed', total: 3, done: 3 });
      expect(codes(ended)).to.deep.include([busy._id, code]).and.deep.include([readable._id, 1102]);
      expect(reasonFor(ended, busy)).to.equal('Firmware is being installed on the device');
    }
    expect(await stored(good._id)).to.equal(null);
    const assigned = await fixture.run({
      ids: [busy._id],
      action: 'assign',
      params: { network_id: other._id },
    });
    expect(codes(assigned)).to.deep.equal([[busy._id, 1020]]);
    expect(reasonFor(assigned, busy)).to.equal('Firmware is being installed on the device');
    const tier2 = await makeUser(api.deps, org, { tier: 2 });
    const refusedRelease = await fixture.run(
      { ids: [readable._id], action: 'release' },
      { token: tier2.token },
    );
    expect(codes(refusedRelease)).to.deep.equal([[readable._id, null]]);
  });

  it('tag, untag, configure and remove devices', async () => {
    const { api, org, tag, network } = fixture;
    const { models } = api.deps.mongo;
    const device = await fixture.device({ network });
    const ids = [device._id];
    const params = { tag_ids: [tag._id] };
    for (let time = 0; time < 2; time += 1)
      expect(await fixture.run({ ids, action: 'tag', params })).to.include({ done: 1, failed_count: 0 });
    expect(await stored(device._id)).to.deep.include({
      tagIds: [tag._id],
      tags: [{ id: tag._id, name: tag.name }],
    });
    expect((await stored(device._id))?.searchText).to.include(tag.name);
    expect(await fixture.run({ ids, action: 'untag', params })).to.include({ done: 1, failed_count: 0 });
    expect((await stored(device._id))?.tags).to.deep.equal([]);
    const template = await makeTemplate(api.deps, org, ['1']);
    await fixture.run({ ids, action: 'apply_template', params: { init_template_id: template._id } });
    expect(await models.uplinks.countDocuments({ deviceId: device._id, isDeleted: false })).to.be.above(0);
    expect(await fixture.run({ ids, action: 'remove' })).to.include({ done: 1, failed_count: 0 });
    expect(await stored(device._id)).to.equal(null);
  });

  it('schedule upgrades of the devices that a release fits', async () => {
    const fitting = await fixture.device({ network: fixture.network });
    const other = await fixture.device({ network: fixture.network, part: await makePart(fixture.api.deps) });
    const ids = [fitting._id, other._id];
    const ended = await fixture.run({
      ids,
      action: 'upgrade',
      params: { version: '1.9.0', upgrade_type: 'manual' },
    });
    expect(ended).to.include({ state: 'completed', total: 2, done: 2, failed_count: 1 });
    expect(codes(ended)).to.deep.equal([[other._id, null]]);
    expect(reasonFor(ended, other)).to.equal(
      'The release has no firmware for the hardware part of the device',
    );
    expect(await fixture.pending(fitting)).to.include({ version: '1.9.0' });
  });

  // docs/console-api.md#update_device-4
  it('tag a device up to 256 times, and one tag more is its failure', async () => {
    const tags = Array.from({ length: 257 }, (_, index) => ({ id: 1_000_000 + index, name: `tag ${index}` }));
    const { models } = fixture.api.deps.mongo;
    await models.tags.insertMany(
      tags.map(({ id: _id, name }) => ({ _id, organisationId: fixture.org, name })),
    );
    const full = await fixture.device({ network: fixture.network });
    const other = await fixture.device({ network: fixture.network });
    const ids = [full._id, other._id];
    const tagged = (from: number, to: number, of = ids) =>
      fixture.run({ ids: of, action: 'tag', params: { tag_ids: tags.slice(from, to).map(({ id }) => id) } });
    await tagged(0, 100, [full._id]);
    await tagged(100, 200, [full._id]);
    expect(await tagged(200, 256, [full._id])).to.include({ done: 1, failed_count: 0 });
    const ended = await tagged(256, 257);
    expect(ended).to.include({ done: 2, failed_count: 1 });
    expect(ended.failed[0]).to.include({ id: full._id, error_code: 1111 });
    expect(ended.failed[0]?.reason).to.equal('A device has at most 256 tags');
    expect((await stored(full._id))?.tagIds).to.have.lengthOf(256);
  });

  // docs/administration.md#create_bulk_operation-5
  it('act with the rights that their user has then', async () => {
    const { api, org } = fixture;
    const device = await fixture.device({ network: fixture.network });
    const { user, token } = await makeUser(api.deps, org);
    const { id } = shownBulk(await fixture.create({ ids: [device._id], action: 'release' }, { token }), 202);
    await api.deps.mongo.models.users.updateOne({ _id: user._id }, { $set: { disabledAt: new Date() } });
    await runLoop('bulk', api.deps);
    const ended = await fixture.show(id);
    expect(ended).to.include({ state: 'completed', total: 1, done: 1, failed_count: 1 });
    expect(codes(ended)).to.deep.equal([[device._id, 1102]]);
    expect((await stored(device._id))?.locationNetworkId).to.equal(fixture.network._id);
  });

  // docs/administration.md#show_bulk_operation-1
  it('are shown to their user and to administrators, and not again while nothing changes', async () => {
    const { api, org } = fixture;
    const owner = await makeUser(api.deps, org, { role: 'operator' });
    const ids = [(await fixture.device())._id];
    const { id } = shownBulk(await fixture.create({ ids, action: 'release' }, owner), 202);
    const other = await makeUser(api.deps, org, { role: 'operator' });
    const path = `/v1/bulk_operations/${id}`;
    expect(refused(await fixture.call('GET', path, other))).to.deep.equal([404, 1123]);
    expect(await fixture.show(id)).to.include({ state: 'queued', total: null });
    const tag = (await fixture.call('GET', path, owner)).headers.get('ETag') ?? '';
    const again = () => fixture.call('GET', path, { headers: { 'If-None-Match': tag } });
    expect((await again()).status).to.equal(304);
    await runLoop('bulk', api.deps);
    expect((await again()).status).to.equal(200);
  });

  // docs/administration.md#cancel_bulk_operation-1
  it('that are cancelled change no further device, and cannot be cancelled again', async () => {
    const { api, org, part, network } = fixture;
    const devices = await makeDevices(api.deps, org, 1500, () => ({ part, network }));
    const ids = devices.map(({ _id }) => _id);
    const { id } = shownBulk(await fixture.create({ ids, action: 'release' }), 202);
    const cancel = () => fixture.call('POST', `/v1/bulk_operations/${id}/cancel`);
    let isCancelled = false;
    const failpoint = async (at: string): Promise<void> => {
      const { next } = (await api.deps.mongo.models.bulkOperations.findOne({ _id: id }).lean()) ?? {};
      if (at !== 'bulk-list-finished' || next !== 1 || isCancelled) return;
      isCancelled = true;
      shownBulk(await cancel());
    };
    while ((await runLoop('bulk', { ...api.deps, failpoint })).isMore);
    expect(await fixture.show(id)).to.include({
      state: 'cancelled',
      total: 1500,
      done: 1000,
      failed_count: 0,
    });
    const { devices: model } = api.deps.mongo.models;
    expect(await model.countDocuments({ organisationId: org, locationNetworkId: null })).to.equal(1000);
    expect(refused(await cancel())).to.deep.equal([409, 1111]);
  });
});
