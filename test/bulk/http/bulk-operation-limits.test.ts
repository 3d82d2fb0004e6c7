import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { bulkFixture, shownBulk, type BulkFixture } from '../bulk-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('requests for bulk operations', () => {
  let fixture: BulkFixture;
  beforeEach(async () => {
    fixture = await bulkFixture();
  });

  const stored = async (id: number) => {
    const device = await fixture.api.deps.mongo.models.devices.findOne({ _id: id }).lean();
    return device;
  };
  // docs/http.md#requests-2
  // docs/http.md#requests-6
  it('take ids in digits and the spellings of flags, and forms', async () => {
    const devices = [await fixture.device({ network: fixture.network }), await fixture.device()];
    const fields = devices.map(({ _id }): [string, string] => ['ids[]', String(_id)]);
    const form = await fixture.call('POST', '/v1/bulk_operations', {
      body: new URLSearchParams([...fields, ['action', 'release']]),
    });
    const { id } = shownBulk(form, 202);
    await runLoop('bulk', fixture.api.deps);
    expect(await fixture.show(id)).to.include({ state: 'completed', total: 2, done: 2 });
    expect((await stored(devices[0]?._id ?? 0))?.locationNetworkId).to.equal(null);
    const device = await fixture.device({ network: fixture.network });
    const ids = [String(device._id)];
    const upgrade = (save_prev_config: unknown) => ({ ids, action: 'upgrade', params: { save_prev_config } });
    expect(await fixture.run(upgrade(1))).to.include({ done: 1, failed_count: 0 });
    expect(await fixture.pending(device)).to.include({ savePrevConfig: true });
    expect(await fixture.run(upgrade('0'))).to.include({ done: 1, failed_count: 0 });
    expect(await fixture.pending(device)).to.include({ savePrevConfig: false });
    const params = { tag_ids: [String(fixture.tag._id)] };
    expect(await fixture.run({ ids, action: 'tag', params })).to.include({ done: 1, failed_count: 0 });
    expect(faultsIn(await fixture.create(upgrade('maybe')))).to.deep.equal([
      'params.save_prev_config: must be true or false',
    ]);
    const bad = await fixture.create({ ids: ['x', 1.5, 0], action: 'release' });
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad).map((fault) => fault.split(':')[0])).to.deep.equal(['ids[0]', 'ids[1]', 'ids[2]']);
    const selected = await fixture.create({ selection: '9007199254740993', action: 'release' });
    expect(refused(selected)).to.deep.equal([404, 1122]);
  });

  // docs/administration.md#create_bulk_operation-4
  it('are refused as a whole for a change that no device can have', async () => {
    const ids = [(await fixture.device())._id];
    const none = 999_999_999;
    const cases: [string, object, [number, number]][] = [
      ['assign', { network_id: none }, [404, 1019]],
      ['tag', { tag_ids: [none] }, [404, 1121]],
      ['apply_template', { init_template_id: none }, [404, 1014]],
      ['upgrade', { version: '0.0.1', upgrade_type: 'manual' }, [422, 1109]],
      ['upgrade', { schedule_type: 'later', schedule_at: 'never' }, [422, 1109]],
      ['assign', {}, [422, 1109]],
      ['x', {}, [422, 1109]],
    ];
    for (const [action, params, refusal] of cases)
      expect(refused(await fixture.create({ ids, action, params })), action).to.deep.equal(refusal);
    const missing = await fixture.create({ ids, action: 'assign', params: {} });
    expect(faultsIn(missing).map((fault) => fault.split(':')[0])).to.deep.equal(['params.network_id']);
    expect(refused(await fixture.create({ action: 'release' }))).to.deep.equal([422, 1109]);
    const viewer = await makeUser(fixture.api.deps, fixture.org, { role: 'viewer' });
    expect(refused(await fixture.create({ ids, action: 'release' }, viewer))).to.deep.equal([403, 1102]);
  });

  // docs/administration.md#create_bulk_operation-6
  it('are at most 20 at a time, and made once under an Idempotency-Key', async () => {
    const ids = [(await fixture.device())._id];
    const headers = { 'Idempotency-Key': 'bulk' };
    const body = { ids, action: 'release' };
    const [first, second] = [
      await fixture.create(body, { headers }),
      await fixture.create(body, { headers }),
    ];
    expect(second.text).to.equal(first.text);
    for (let made = 1; made < 20; made += 1) shownBulk(await fixture.create(body), 202);
    expect(refused(await fixture.create(body))).to.deep.equal([409, 1115]);
  });
});
