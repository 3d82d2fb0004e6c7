import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { faultsIn, membershipIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';

interface Page {
  readonly data: { readonly maintenance: { readonly upgrade_id: number }[] };
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
}

describe('GET /v1/maintenance', () => {
  let fixture: DeviceFixture;
  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const list = (query: Record<string, string | number> = {}, token = fixture.admin.token) =>
    fixture.api.call('GET', '/v1/maintenance', { query, token });
  async function idsOf(token?: string): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = (await list({ per_page: 2, cursor }, token)).body as Page;
      ids.push(...data.maintenance.map(({ upgrade_id }) => upgrade_id));
      cursor = meta.next_cursor;
    }
    return ids;
  }

  // docs/rollouts.md#list_maintenance-1
  it('lists upgrades that are Installing or Verifying, of rollouts and others', async () => {
    const { deps } = fixture.api;
    const part = await makePart(deps, { isSwitch: true });
    const [device, aSwitch] = [
      await fixture.device(),
      await fixture.device({ part, network: fixture.other }),
    ];
    const deadlineAt = new Date('2027-01-01T00:30:00.000Z');
    const fields = { deadlineAt, ...membershipIn(77) };
    const plain = await makeUpgrade(deps, device, 'Installing', { deadlineAt });
    const ofRollout = await makeUpgrade(deps, aSwitch, 'Verifying', fields);
    for (const status of ['Queued', 'Downloading', 'Success', 'Failed'] as const)
      await makeUpgrade(deps, await fixture.device(), status);
    expect((await list()).body).to.deep.equal({
      data: {
        maintenance: [
          {
            upgrade_id: plain._id,
            rollout_id: null,
            until: '2027-01-01T00:30:00Z',
            status: 'Installing',
            mac_id: device.macId,
            device_name: device.name,
            network_id: fixture.network._id,
            covers: 'device',
          },
          {
            upgrade_id: ofRollout._id,
            rollout_id: 77,
            until: '2027-01-01T00:30:00Z',
            status: 'Verifying',
            mac_id: aSwitch.macId,
            device_name: aSwitch.name,
            network_id: fixture.other._id,
            covers: 'network',
          },
        ],
      },
      meta: { next_cursor: null, has_more: false },
      status: 200,
    });
  });

  it('continues page by page, for callers of all networks and of some', async () => {
    const { deps } = fixture.api;
    const made: { id: number; network: number | null }[] = [];
    for (const [index, network] of [
      fixture.network,
      fixture.other,
      null,
      fixture.other,
      fixture.network,
    ].entries()) {
      const device = await fixture.device({ network });
      const status = index % 2 === 0 ? 'Verifying' : 'Installing';
      const { _id: id } = await makeUpgrade(deps, device, status, { attempts: 1 });
      made.push({ id, network: network?._id ?? null });
    }
    const idsIn = (...networks: (number | null)[]): number[] =>
      made.filter(({ network }) => networks.includes(network)).map(({ id }) => id);
    expect(await idsOf()).to.deep.equal(made.map(({ id }) => id));
    const networks = [{ id: fixture.other._id, access: 'read' as const }];
    const reader = await fixture.user({ networks, manageInventory: false });
    expect(await idsOf(reader.token)).to.deep.equal(idsIn(fixture.other._id));
    const manager = await fixture.user({ networks, manageInventory: true });
    expect(await idsOf(manager.token)).to.deep.equal(idsIn(fixture.other._id, null));
  });

  it('names invalid parameters', async () => {
    const reply = await list({ per_page: 'x', cursor: 'x' });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply).map((fault) => fault.split(':')[0])).to.have.members(['per_page', 'cursor']);
  });
});
