import { expect } from 'chai';
import { canonicalMac } from '../../../shared/platform/values/mac.js';
import { linesOfCsv } from '../../fixtures/csv.js';
import { makeMasterDevices } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { bulkFixture, type BulkFixture } from '../bulk-fixture.js';

interface Row {
  readonly row: number;
  readonly action: string | null;
  readonly reason: string | null;
}

describe('an import of devices', () => {
  let fixture: BulkFixture;
  beforeEach(async () => {
    fixture = await bulkFixture();
  });

  const importOf = (rows: readonly object[], params: object = {}) => ({
    action: 'import_devices',
    params: { rows, ...params },
  });
  const rowsOf = (reply: { body: unknown }): Row[] => (reply.body as { data: { rows: Row[] } }).data.rows;
  const preview = async (rows: readonly object[], params: object = {}, token?: string): Promise<Row[]> => {
    const reply = await fixture.create(
      importOf(rows, { ...params, dry_run: true }),
      token === undefined ? {} : { token },
    );
    expect(reply.status, reply.text).to.equal(200);
    return rowsOf(reply);
  };
  const actions = (rows: readonly Row[]) => rows.map(({ action }) => action);
  const built = (count: number) => makeMasterDevices(fixture.api.deps, fixture.part, count);
  const deviceOf = (macId: string) =>
    fixture.api.deps.mongo.models.devices.findOne({ organisationId: fixture.org, macId }).lean();

  // docs/administration.md#import-1
  it('claims, moves, renames and changes devices, and says so before', async () => {
    const { network, tag, api, org } = fixture;
    const [fresh, bySerial] = await built(2);
    const other = await makeNetwork(api.deps, org);
    const moving = await fixture.device({ network: other, name: 'Old' });
    const renamed = await fixture.device({ network, name: 'Café'.normalize('NFD') });
    const noted = await fixture.device({ network, name: 'Noted' });
    const same = await fixture.device({ network, name: 'Étage'.normalize('NFD') });
    const rows = [
      {
        mac: fresh?._id.replaceAll(':', '-').toLowerCase(),
        name: ' Lobby ',
        network: network.networkName,
        tags: [tag.name],
        notes: 'Key at the desk\nsecond floor',
      },
      { serial: bySerial?.routerSerialNumber },
      { mac: moving.macId, name: 'New', network: network.networkName },
      { mac: renamed.macId.replaceAll(':', ''), name: 'Bar' },
      { mac: noted.macId, notes: 'Loose screw', tags: [tag.name] },
      { mac: same.macId, name: 'Étage', network: network.networkName, row: 70 },
    ];
    const expected = ['claimed', 'claimed', 'moved', 'renamed', 'changed', 'unchanged'];
    const previewed = await preview(rows);
    expect(actions(previewed)).to.deep.equal(expected);
    expect(previewed.map(({ row }) => row)).to.deep.equal([1, 2, 3, 4, 5, 70]);
    expect(await deviceOf(fresh?._id ?? '')).to.equal(null);
    const ended = await fixture.run(importOf(rows));
    expect(ended).to.include({ state: 'completed', total: 6, done: 6, failed_count: 0 });
    expect(await deviceOf(fresh?._id ?? '')).to.include({
      name: 'Lobby',
      locationNetworkId: network._id,
      notes: 'Key at the desk\nsecond floor',
    });
    expect((await deviceOf(fresh?._id ?? ''))?.tagIds).to.deep.equal([tag._id]);
    expect(await deviceOf(bySerial?._id ?? '')).to.include({ locationNetworkId: null });
    expect(await deviceOf(moving.macId)).to.include({ name: 'New', locationNetworkId: network._id });
    expect(await deviceOf(renamed.macId)).to.include({ name: 'Bar' });
    expect(await deviceOf(noted.macId)).to.include({ notes: 'Loose screw' });
    expect((await deviceOf(same.macId))?.revision).to.equal(same.revision);
    const json = await fixture.call('GET', `/v1/bulk_operations/${ended.id}/rows`, {
      query: { format: 'json' },
    });
    expect(actions(rowsOf(json))).to.deep.equal(expected);
    expect(actions(await preview(rows))).to.deep.equal(Array.from({ length: 6 }, () => 'unchanged'));
    const { models } = api.deps.mongo;
    const entries = await models.auditEntries
      .find({ organisationId: org, action: 'devices.imported' })
      .lean();
    expect(entries.map(({ after }) => after?.['count'])).to.deep.equal([3]);
  });

  // docs/administration.md#import-2
  // docs/administration.md#list_bulk_operation_rows-1
  it('refuses rows one by one, with the reason of each', async () => {
    const { network, api, org } = fixture;
    const [one, two, three] = await built(3);
    const theirs = await makeOrganisation(api.deps);
    const foreign = await fixture.device({});
    await api.deps.mongo.models.devices.updateOne({ _id: foreign._id }, { organisationId: theirs._id });
    await api.deps.mongo.models.masterInventory.updateOne(
      { _id: foreign.macId },
      { organisationId: theirs._id },
    );
    await makeNetwork(api.deps, org, { networkName: 'Twice' });
    await makeNetwork(api.deps, org, { networkName: 'Twice' });
    const rows = [
      { mac: '00:11' },
      {},
      { serial: 'UNKNOWN' },
      { mac: one?._id },
      { serial: one?.routerSerialNumber },
      { mac: two?._id, serial: three?.routerSerialNumber },
      { mac: foreign.macId },
      { mac: canonicalMac('02005efeed01') },
      { mac: three?._id, network: 'Nowhere' },
      { mac: three?._id, name: 'x'.repeat(256), row: 9 },
      { mac: two?._id, network: 'Twice' },
      { mac: 'ff:ff:ff:ff:ff:ff' },
    ];
    const previewed = await preview(rows);
    expect(actions(previewed)).to.deep.equal(rows.map(() => 'refused'));
    const reasons = previewed.map(({ reason }) => reason);
    expect(reasons[0]).to.equal('00:11 is no MAC');
    expect(reasons[1]).to.equal('There is neither a MAC nor a serial number');
    expect(reasons[3]).to.equal('The device is also in row 5');
    expect(reasons[4]).to.equal('The device is also in row 4');
    expect(reasons[5]).to.contain('those of two devices');
    // A device of another organisation, and one that was never built, have the same reason.
    expect(reasons[6]).to.equal(`No device ${foreign.macId} can be added or changed`);
    expect(reasons[7]).to.equal('No device 02:00:5E:FE:ED:01 can be added or changed');
    const ended = await fixture.run(importOf([...rows, { mac: three?._id, network: network.networkName }]));
    expect(ended.failed_count).to.equal(13);
    expect(await deviceOf(one?._id ?? '')).to.equal(null);
    const file = await fixture.call('GET', `/v1/bulk_operations/${ended.id}/rows`);
    const lines = linesOfCsv(file.text);
    expect(lines[0]).to.equal('row,mac,serial,name,network,tags,notes,identity,action,error_code,reason');
    expect(lines[1]).to.equal('1,00:11,,,,,,,refused,1109,00:11 is no MAC');
    expect(lines).to.have.length(14);
  });

  // docs/administration.md#import-3
  it('creates networks for administrators of the whole organisation only, and tags, once each', async () => {
    const { api, org } = fixture;
    const devices = await built(4);
    const rows = devices.map(({ _id: mac }) => ({ mac, network: 'Berlin', tags: ['new', 'newer'] }));
    const create = { create_networks: true, create_tags: true };
    const [first] = await preview(rows, create);
    expect(first?.reason).to.equal('Creates the network Berlin and the tags new, newer');
    expect(actions(await preview(rows, { create_tags: true }))).to.deep.equal(rows.map(() => 'refused'));
    const operator = await makeUser(api.deps, org, { role: 'operator', manageInventory: true });
    const refused = await fixture.create(importOf(rows, create), { token: operator.token });
    expect(refused.status).to.equal(403);
    expect((await fixture.run(importOf(rows, create))).failed_count).to.equal(0);
    const { models } = api.deps.mongo;
    const named = await models.networks.find({ organisationId: org, networkName: 'Berlin' }).lean();
    expect(named.map(({ deviceCount }) => deviceCount)).to.deep.equal([4]);
    expect(
      await models.tags.countDocuments({ organisationId: org, name: { $in: ['new', 'newer'] } }),
    ).to.equal(2);
  });

  // docs/administration.md#import-4
  it('shows users of some networks nothing of the others, and changes nothing there', async () => {
    const { api, org, network } = fixture;
    const hidden = await makeNetwork(api.deps, org, { networkName: 'Hidden' });
    const device = await fixture.device({ network: hidden });
    const readable = await makeNetwork(api.deps, org, { networkName: 'Readable' });
    const shown = await fixture.device({ network: readable });
    const own = await fixture.device({ network });
    const networks = [
      { id: network._id, access: 'full' as const },
      { id: readable._id, access: 'read' as const },
    ];
    const { token } = await makeUser(api.deps, org, { role: 'operator', networks });
    const rows = [
      { mac: device.macId, name: 'Mine' },
      { mac: shown.macId, name: 'Mine' },
      { mac: own.macId, network: 'Hidden' },
      { mac: own.macId.toLowerCase(), network: 'Readable' },
    ];
    const reasons: (string | null)[] = [];
    for (const row of rows) reasons.push(...(await preview([row], {}, token)).map(({ reason }) => reason));
    expect(reasons).to.deep.equal([
      `No device ${device.macId} can be added or changed`,
      'You may not change the device',
      'There is no network Hidden',
      'You may not change devices of the network Readable',
    ]);
    const viewer = await makeUser(api.deps, org, { role: 'viewer' });
    const forbidden = await fixture.create(importOf(rows, { dry_run: true }), { token: viewer.token });
    expect(forbidden.status).to.equal(403);
  });

  it('adds no more devices than the organisation may have', async () => {
    const { api, org } = fixture;
    const devices = await built(2);
    const { models } = api.deps.mongo;
    const { deviceCount } = await models.organisations.findById(org).orFail().lean();
    await models.organisations.updateOne({ _id: org }, { noOfAps: deviceCount + 1 });
    const rows = devices.map(({ _id: mac }) => ({ mac }));
    expect(actions(await preview(rows))).to.deep.equal(['claimed', 'refused']);
    const { failed } = await fixture.run(importOf(rows));
    expect(failed.map(({ id, error_code: code }) => [id, code])).to.deep.equal([[2, 1005]]);
  });

  // docs/administration.md#list_bulk_operation_rows-2
  it('has rows, which other bulk operations do not have', async () => {
    const { id } = await fixture.run({ ids: [(await fixture.device({}))._id], action: 'remove' });
    const rows = await fixture.call('GET', `/v1/bulk_operations/${id}/rows`);
    expect([rows.status, (rows.body as { error_code: number }).error_code]).to.deep.equal([409, 1111]);
  });

  it('takes at most 2,000 rows, and neither a selection nor ids', async () => {
    const many = Array.from({ length: 2001 }, () => ({ mac: '02005e100001' }));
    expect((await fixture.create(importOf(many))).status).to.equal(422);
    expect((await fixture.create({ ...importOf([{}]), ids: [1] })).status).to.equal(422);
    expect((await fixture.create({ action: 'import_devices' })).status).to.equal(422);
  });
});
