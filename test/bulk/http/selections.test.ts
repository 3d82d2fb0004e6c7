import { expect } from 'chai';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { bulkFixture, type BulkFixture } from '../bulk-fixture.js';

interface Selection {
  readonly selection: number;
  readonly count: number;
  readonly count_is_exact: boolean;
}

describe('selections', () => {
  let fixture: BulkFixture;
  beforeEach(async () => {
    fixture = await bulkFixture();
  });

  const select = async (body: object, token = fixture.admin.token): Promise<Selection> => {
    const reply = await fixture.call('POST', '/v1/selections', { body, token });
    expect(reply.status, reply.text).to.equal(201);
    return (reply.body as { data: Selection }).data;
  };
  const now = () => new Date();

  // docs/administration.md#create_selection-1
  // docs/administration.md#create_selection-2
  // docs/administration.md#create_selection-3
  it('have the devices that meet every condition of their filter', async () => {
    const { network, tag } = fixture;
    const old = new Date(Date.now() - 86_400_000);
    const up = await fixture.device({ network, name: 'Kitchen 1', state: { lastHeartbeatAt: now() } });
    await fixture.device({ network, tags: [tag], state: { lastHeartbeatAt: old } });
    await fixture.device({ network: null, firmwareVersion: '7.7.7' });
    const counts: [object, number][] = [
      [{}, 3],
      [{ search: 'kitch 1' }, 1],
      [{ state: 'up' }, 1],
      [{ state: 'down' }, 1],
      [{ state: 'never_heard' }, 1],
      [{ network_id: network._id }, 2],
      [{ network_id: 0 }, 1],
      [{ tag_id: tag._id }, 1],
      [{ tag_id: tag._id, state: 'up' }, 0],
      [{ part_number: fixture.part._id }, 3],
      [{ part_number: 'none' }, 0],
      [{ version: '7.7.7' }, 1],
      [{ last_heard_before: new Date(Date.now() - 3_600_000).toISOString() }, 1],
    ];
    for (const [filter, count] of counts)
      expect(await select({ filter }), JSON.stringify(filter)).to.include({ count, count_is_exact: true });
    expect(await select({ except: [up._id] })).to.include({ count: 2 });
  });

  it('have only devices that the caller sees', async () => {
    await fixture.device({ network: fixture.network });
    await fixture.device({ network: null });
    const networks = [{ id: fixture.network._id, access: 'read' as const }];
    const fields = { role: 'operator' as const, networks, manageInventory: false };
    const { token } = await makeUser(fixture.api.deps, fixture.org, fields);
    expect(await select({}, token)).to.include({ count: 1 });
    expect(await select({ filter: { network_id: 0 } }, token)).to.include({ count: 0 });
  });

  // docs/administration.md#create_selection-4
  it('are at most 50 of an organisation, also of concurrent requests, until some expire', async () => {
    const { selections } = fixture.api.deps.mongo.models;
    const { selection } = await select({});
    const made = await selections.findById(selection).orFail().lean();
    const others = Array.from({ length: 46 }, (_, index) => ({ ...made, _id: -fixture.org * 100 - index }));
    await selections.insertMany(others);
    const create = () => fixture.call('POST', '/v1/selections', { body: {} });
    const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([201, 201, 201, 409, 409, 409]);
    expect(refused(await create())).to.deep.equal([409, 1115]);
    await selections.updateOne({ _id: selection }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await create()).status).to.equal(201);
  });

  it('refuse filters that are not known, and expire', async () => {
    const bad = await fixture.call('POST', '/v1/selections', {
      body: { filter: { state: 'x' }, except: ['y'] },
    });
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad).map((fault) => fault.split(':')[0])).to.have.members(['filter.state', 'except[0]']);
    const { selection } = await select({});
    const { selections } = fixture.api.deps.mongo.models;
    await selections.updateOne({ _id: selection }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(refused(await fixture.create({ selection, action: 'release' }))).to.deep.equal([404, 1122]);
    const own = await select({});
    const other = await makeUser(fixture.api.deps, fixture.org);
    expect(
      refused(await fixture.create({ selection: own.selection, action: 'release' }, other)),
    ).to.deep.equal([404, 1122]);
  });
});
