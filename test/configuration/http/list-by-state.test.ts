import { expect } from 'chai';
import { bulkFixture, type BulkFixture } from '../../bulk/bulk-fixture.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { NOTHING_REPORTED } from '../canary-model.js';
import type { ConfigurationState } from '../../../shared/configuration/records/domain/device-configuration.js';

const REVISION = 'a'.repeat(64);
const AT = new Date('2026-01-01T00:00:00Z');
const STATES = ['unmanaged', 'failed', 'rolled_back', 'drifted', 'in_sync', 'pending'] as const;

// docs/configuration.md#list-1
describe('devices by the state of their configuration', () => {
  let fixture: BulkFixture;
  let networkId: number;
  /** Two devices of each state, by state; the first is in the network. */
  const ids: Partial<Record<(typeof STATES)[number], number[]>> = {};

  before(async () => {
    fixture = await bulkFixture();
    const { models } = fixture.api.deps.mongo;
    networkId = fixture.network._id;
    const other = await makeNetwork(fixture.api.deps, fixture.org);
    const settings = await models.configurationSettings.findOne({}).lean();
    for (const state of STATES) {
      ids[state] = [];
      // Words that no random MAC, serial number or part has.
      for (const [network, word] of [
        [fixture.network, 'nearby'],
        [other, 'remote'],
      ] as const) {
        const { _id } = await fixture.device({ network, name: `${state} ${word}` });
        ids[state].push(_id);
        const key = [network._id, 0, 0, settings?.seq ?? 0] as const;
        await models.deviceStates.updateOne({ _id }, { $set: { configuration: stored(state, key) } });
      }
    }
  });

  function stored(
    state: (typeof STATES)[number],
    key: NonNullable<ConfigurationState['rendered']>['key'],
  ): ConfigurationState {
    const attempt = { state: 'applied', attempted: null, attempt: 1, error: null } as const;
    const report = { ...NOTHING_REPORTED, revision: REVISION, ...attempt, drifted: state === 'drifted' };
    const rendered = { revision: REVISION, key, at: AT };
    if (state === 'unmanaged') return { report: null, rendered, problem: null };
    if (state === 'drifted') return { report, rendered, problem: 'drifted' };
    if (state === 'in_sync') return { report, rendered, problem: null };
    // Pending after an edit: it refused the document before, and its problem still finds it.
    const refused = { revision: REVISION, state: 'failed', code: 'apply', key, at: AT } as const;
    const [network, seq, own, installation] = key;
    const older = { ...rendered, key: [network, seq, own - 1, installation] as const };
    if (state === 'pending')
      return { report: { ...report, revision: null }, rendered: older, refused, problem: 'failed' };
    return {
      report: { ...report, revision: null },
      rendered,
      refused: { ...refused, state },
      problem: state,
    };
  }
  async function listed(query: Record<string, string | number>): Promise<number[]> {
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await fixture.call('GET', '/v1/devices', { query: { ...query, cursor, per_page: 1 } });
      expect(reply.status, reply.text).to.equal(200);
      const body = reply.body as {
        data: { devices: { id: number }[] };
        meta: { next_cursor: string | null };
      };
      found.push(...body.data.devices.map(({ id }) => id));
      cursor = body.meta.next_cursor;
    }
    return found;
  }

  for (const state of STATES)
    it(`has those that are ${state} in a network, in every order`, async () => {
      for (const sort of ['id', '-name', 'last_heard_at'])
        expect(await listed({ configuration: state, network_id: networkId, sort })).to.deep.equal(
          ids[state]?.slice(0, 1),
        );
    });

  for (const state of ['failed', 'rolled_back', 'drifted'] as const)
    it(`has those that are ${state} in all networks`, async () => {
      expect(await listed({ configuration: state })).to.deep.equal(ids[state]);
      expect(await listed({ configuration: state, search: 'nearby', sort: '-id' })).to.deep.equal(
        ids[state]?.slice(0, 1),
      );
      expect(await listed({ configuration: state, state: 'up' })).to.deep.equal([]);
    });

  it('needs a network for states that no index finds', async () => {
    for (const state of ['unmanaged', 'in_sync', 'held', 'pending'])
      for (const network_id of [undefined, '']) {
        const query = { configuration: state, ...(network_id === undefined ? {} : { network_id }) };
        const reply = await fixture.call('GET', '/v1/devices', { query });
        expect(reply.status).to.equal(422);
        expect(reply.text).to.contain('needs network_id');
      }
  });

  // docs/configuration.md#list-2
  it('are selected for bulk operations by their state', async () => {
    const select = async (filter: object) => {
      const reply = await fixture.call('POST', '/v1/selections', { body: { filter } });
      return [reply.status, (reply.body as { data?: { count: number } }).data?.count];
    };
    expect(await select({ configuration: 'failed' })).to.deep.equal([201, 2]);
    expect(await select({ configuration: 'in_sync', network_id: networkId })).to.deep.equal([201, 1]);
    expect((await select({ configuration: 'in_sync' }))[0]).to.equal(422);
  });
});
