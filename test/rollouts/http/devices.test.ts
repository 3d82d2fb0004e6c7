import { expect } from 'chai';
import type { UpgradeCause, UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import { tickRollout } from '../../../shared/rollouts/operations/reconcile/tick-rollout.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { makeDevices } from '../../fixtures/records/device.js';
import {
  faultsIn,
  membershipIn,
  refused,
  rolloutFixture,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';

type Row = Readonly<Record<string, unknown>> & { readonly upgrade_id: number };

interface Page {
  readonly data: { readonly devices: Row[] };
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
}

describe('the devices of a rollout', () => {
  let fixture: RolloutFixture;
  let id: number;
  let scheduleId: number;
  beforeEach(async () => {
    fixture = await rolloutFixture();
    ({ id } = await fixture.started({ stages: [{ percent: 10 }, { percent: 100 }] }));
    const rollout = await fixture.api.deps.mongo.models.rollouts.findById(id).orFail().lean();
    scheduleId = rollout.scheduleId ?? 0;
  });

  /** An upgrade of a new device in the rollout. */
  async function member(status: UpgradeStatus, fields: Partial<UpgradeRecord> = {}): Promise<UpgradeRecord> {
    const device = await fixture.device({ network: fixture.network });
    return makeUpgrade(fixture.api.deps, device, status, {
      unprocessed: true,
      ...membershipIn(id),
      scheduleId,
      ...fields,
    });
  }

  async function devices(query: Record<string, string | number> = {}): Promise<Page> {
    const reply = await fixture.call('GET', `/v1/rollouts/${id}/devices`, { query });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }

  const idsOf = ({ data }: Page): number[] => data.devices.map((row) => row.upgrade_id);

  // docs/rollouts.md#rollout_devices-1
  it('are listed with their upgrades, a page at a time', async () => {
    const pending = await member('Pending');
    const failed = await member('Failed', { rolloutStage: 2, cause: 'download', partNumber: 'AP-200' });
    await makeUpgrade(fixture.api.deps, await fixture.device(), 'Queued');
    const first = await devices({ per_page: 1 });
    const second = await devices({ per_page: 1, cursor: first.meta.next_cursor ?? '' });
    expect([first.meta.has_more, second.meta]).to.deep.equal([true, { next_cursor: null, has_more: false }]);
    expect([...first.data.devices, ...second.data.devices]).to.deep.equal([
      {
        upgrade_id: pending._id,
        stage: 1,
        status: 'Pending',
        cause: null,
        part_number: 'AP-110',
        network_id: fixture.network._id,
        previous_version: null,
        mac_id: pending.macId,
      },
      {
        upgrade_id: failed._id,
        stage: 2,
        status: 'Failed',
        cause: 'download',
        part_number: 'AP-200',
        network_id: fixture.network._id,
        previous_version: null,
        mac_id: failed.macId,
      },
    ]);
  });

  // docs/rollouts.md#rollout_devices-1
  it('are filtered', async () => {
    const pending = await member('Pending');
    const failed = await member('Failed', { rolloutStage: 2, cause: 'download', partNumber: 'AP-200' });
    const { network } = fixture;
    for (const [query, expected] of [
      [{ stage: 2 }, [failed]],
      [{ status: 'Pending' }, [pending]],
      [{ cause: 'download' }, [failed]],
      [{ part: 'AP-110' }, [pending]],
      [{ network_id: network._id }, [pending, failed]],
      [{ network_id: network._id + 1 }, []],
      [{ stage: 2, status: 'Pending' }, []],
    ] as const)
      expect(idsOf(await devices(query)), JSON.stringify(query)).to.deep.equal(
        expected.map(({ _id }) => _id),
      );
    const reply = await fixture.call('GET', `/v1/rollouts/${id}/devices`, {
      query: { status: 'Bored', stage: 0 },
    });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply).map((fault) => fault.split(':')[0])).to.deep.equal(['stage', 'status']);
  });

  // docs/rollouts.md#rollout_devices-2
  it('are read at most 5,000 a page, so that a rare match may come after empty pages', async () => {
    const { deps } = fixture.api;
    const made = await makeDevices(deps, fixture.org, 1, () => ({
      part: fixture.part,
      network: fixture.network,
    }));
    const [device] = made;
    if (!device) throw new Error('no device');
    const first = await makeUpgrade(deps, device, 'Success', { ...membershipIn(id), scheduleId });
    const base = await deps.stores.ids.reserve('upgrades', 5200);
    const copies = Array.from({ length: 5200 }, (_, index) => ({
      ...first,
      _id: base + index,
      routerInventoryId: 1_000_000_000 + index,
      status: index === 5100 ? 'Failed' : 'Success',
    }));
    for (let from = 0; from < copies.length; from += 1000)
      await deps.mongo.models.upgrades.collection.insertMany(copies.slice(from, from + 1000) as never[]);
    const page = await devices({ status: 'Failed' });
    expect([page.data.devices.length, page.meta.has_more]).to.deep.equal([0, true]);
    const next = await devices({ status: 'Failed', cursor: page.meta.next_cursor ?? '' });
    expect([idsOf(next), next.meta.has_more]).to.deep.equal([[base + 5100], false]);
  });

  // docs/rollouts.md#rollout_failures-1
  it('that failed or expired are counted by cause and part, with up to five examples', async () => {
    const failed: UpgradeRecord[] = [];
    const fail = async (cause: UpgradeCause, partNumber: string, status: UpgradeStatus = 'Failed') =>
      failed.push(await member(status, { cause, partNumber, rolloutStage: 1 + (failed.length % 2) }));
    for (let index = 0; index < 6; index += 1) await fail('download', 'AP-110');
    await fail('wrong_version', 'AP-110');
    await fail('download', 'AP-200');
    await fail('not_reached', 'AP-200', 'Expired');
    await member('Success');
    await member('Cancelled', { cause: 'cancelled' });
    const read = async (): Promise<Row[]> => {
      const reply = await fixture.call('GET', `/v1/rollouts/${id}/failures`);
      return (reply.body as { data: { failures: Row[] } }).data.failures;
    };
    const failures = await read();
    const example = (index: number) => ({ upgrade_id: failed[index]?._id, mac_id: failed[index]?.macId });
    expect(failures[0]).to.deep.equal({
      cause: 'download',
      part: 'AP-110',
      count: 6,
      examples: [0, 1, 2, 3, 4].map(example),
    });
    expect(failures.slice(1)).to.have.deep.members([
      { cause: 'wrong_version', part: 'AP-110', count: 1, examples: [example(6)] },
      { cause: 'download', part: 'AP-200', count: 1, examples: [example(7)] },
      { cause: 'not_reached', part: 'AP-200', count: 1, examples: [example(8)] },
    ]);
    // The same when a tick has counted them, and the upgrades are marked.
    const { deps } = fixture.api;
    const [rollout] = await deps.stores.rollouts.current(fixture.org, [id]);
    if (rollout) await tickRollout(deps, rollout, { check: () => Promise.resolve() });
    const unprocessed = { rolloutId: id, inRollout: true, unprocessed: true, status: 'Failed' } as const;
    expect(await deps.mongo.models.upgrades.countDocuments(unprocessed)).to.equal(0);
    expect(await read()).to.have.deep.members(failures);
  });

  // docs/rollouts.md#access-1
  it('do not exist for callers who do not see the rollout', async () => {
    const stranger = await rolloutFixture();
    for (const what of ['devices', 'failures'])
      expect(refused(await stranger.call('GET', `/v1/rollouts/${id}/${what}`))).to.deep.equal([404, 1110]);
  });
});
