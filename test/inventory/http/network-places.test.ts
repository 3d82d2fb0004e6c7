import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const PLACE = { latitude: 48.1371, longitude: 11.5754, address: 'Quay Street 1' };
const NOWHERE = { latitude: null, longitude: null, address: null };

describe('places of networks', () => {
  let fixture: UpgradeFixture;
  let path: string;
  beforeEach(async () => {
    fixture = await upgradeFixture();
    path = `/v1/networks/${fixture.network._id}`;
  });

  const patch = (body: unknown, token?: string): Promise<Reply> =>
    fixture.call('PATCH', path, { body, ...(token === undefined ? {} : { token }) });
  const create = (body: object): Promise<Reply> =>
    fixture.call('POST', '/v1/networks', { body: { network_name: 'Pier', ...body } });

  function placeIn(reply: Reply, status = 200): object {
    expect(reply.status, reply.text).to.equal(status);
    const { network } = (reply.body as { data: { network: typeof PLACE } }).data;
    return { latitude: network.latitude, longitude: network.longitude, address: network.address };
  }

  // docs/administration.md#places-1
  it('are set and taken back, and are shown by every operation on networks', async () => {
    expect(placeIn(await fixture.call('GET', path))).to.deep.equal(NOWHERE);
    expect(placeIn(await patch({ ...PLACE, address: ' Quay Street 1 ' }))).to.deep.equal(PLACE);
    expect(placeIn(await patch({ network_name: 'Harbour' }))).to.deep.equal(PLACE);
    expect(placeIn(await fixture.call('GET', path))).to.deep.equal(PLACE);
    const listed = await fixture.call('GET', '/v1/networks');
    const { networks } = (listed.body as { data: { networks: object[] } }).data;
    expect(networks[0]).to.include(PLACE);
    expect(placeIn(await patch({ latitude: null, longitude: null }))).to.deep.equal({
      ...NOWHERE,
      address: PLACE.address,
    });
    expect(placeIn(await patch({ address: null }))).to.deep.equal(NOWHERE);
    expect(placeIn(await create(PLACE), 201)).to.deep.equal(PLACE);
    expect(placeIn(await create({}), 201)).to.deep.equal(NOWHERE);
  });

  // docs/administration.md#places-2
  it('have both coordinates or none, after the change', async () => {
    for (const [body, missing] of [
      [{ latitude: 1 }, 'longitude: is required while there is a latitude'],
      [{ longitude: 1, latitude: null }, 'latitude: is required while there is a longitude'],
    ] as const) {
      for (const reply of [await patch(body), await create(body)]) {
        expect(refused(reply)).to.deep.equal([422, 1109]);
        expect(faultsIn(reply)).to.deep.equal([missing]);
      }
    }
    expect(placeIn(await fixture.call('GET', path))).to.deep.equal(NOWHERE);
    await patch(PLACE);
    expect(placeIn(await patch({ latitude: -3.5 }))).to.include({
      latitude: -3.5,
      longitude: PLACE.longitude,
    });
    expect(faultsIn(await patch({ longitude: null }))).to.deep.equal([
      'longitude: is required while there is a latitude',
    ]);
  });

  // docs/administration.md#places-2
  it('are within their ranges, or every field out of them is named', async () => {
    for (const [latitude, longitude] of [
      [90, -180],
      [-90, 180],
    ])
      expect(placeIn(await patch({ latitude, longitude }))).to.include({ latitude, longitude });
    const address = 'x'.repeat(501);
    const reply = await patch({ latitude: 90.01, longitude: -180.5, address });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply).map((fault) => fault.split(':')[0])).to.have.members([
      'latitude',
      'longitude',
      'address',
    ]);
    for (const body of [{ address: '' }, { address: 'a\nb' }, { latitude: 'north', longitude: 1 }])
      expect(refused(await patch(body)), JSON.stringify(body)).to.deep.equal([422, 1109]);
  });

  it('are changed by callers with full access to the network only', async () => {
    const { api, org, network } = fixture;
    const networks = [{ id: network._id, access: 'read' as const }];
    const reader = await makeUser(api.deps, org, { role: 'operator', networks });
    expect(refused(await patch(PLACE, reader.token))).to.deep.equal([403, 1102]);
    const foreign = await upgradeFixture(api);
    expect(refused(await patch(PLACE, foreign.admin.token))).to.deep.equal([404, 1001]);
  });

  // docs/administration.md#places-1
  it('are in the audit log, with what they were before', async () => {
    await patch(PLACE);
    await patch({ latitude: 50 });
    const { auditEntries } = fixture.api.deps.mongo.models;
    const entries = await auditEntries
      .find({ organisationId: fixture.org, action: 'network.updated' })
      .sort({ at: 1 })
      .lean();
    expect(entries).to.have.length(2);
    for (const [index, { before, after }] of entries.entries()) {
      expect(before).to.include(index === 0 ? NOWHERE : PLACE);
      expect(after).to.include(index === 0 ? PLACE : { ...PLACE, latitude: 50 });
    }
  });
});
