import { expect } from 'chai';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import {
  faultsIn,
  membershipIn,
  refused,
  rolloutFixture,
  type RolloutFixture,
  type ShownRollout,
} from '../../fixtures/records/rollout-fixture.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';

interface Page {
  readonly data: { readonly rollouts: ShownRollout[] };
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
  readonly status: number;
}

describe('GET /v1/rollouts', () => {
  let fixture: RolloutFixture;
  beforeEach(async () => {
    fixture = await rolloutFixture();
  });

  async function list(query: Record<string, string | number> = {}, token?: string): Promise<Page> {
    const reply = await fixture.call('GET', '/v1/rollouts', { query, ...(token ? { token } : {}) });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }

  const idsOf = ({ data }: Page): number[] => data.rollouts.map(({ id }) => id);

  // docs/rollouts.md#list_rollouts-1
  it('gives the newest first, a page at a time', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await fixture.draft()).id);
    const first = await list({ per_page: 2 });
    expect(first.status).to.equal(200);
    expect(first.meta.has_more).to.equal(true);
    const second = await list({ per_page: 2, cursor: first.meta.next_cursor ?? '' });
    const third = await list({ per_page: 2, cursor: second.meta.next_cursor ?? '' });
    expect(third.meta).to.deep.equal({ next_cursor: null, has_more: false });
    expect([first, second, third].flatMap(idsOf)).to.deep.equal(ids);
    expect(first.data.rollouts[0]).to.deep.equal(
      ((await fixture.show(ids[0] ?? 0)).body as { data: { rollout: ShownRollout } }).data.rollout,
    );
  });

  // docs/rollouts.md#list_rollouts-1
  it('gives 50 unless asked for more, and at most 200', async () => {
    const { id } = await fixture.draft();
    const first = await fixture.stored(id);
    const copies = Array.from({ length: 204 }, (_, index) => ({
      ...first,
      _id: fixture.org * 100_000 + index,
    }));
    await fixture.api.deps.mongo.models.rollouts.insertMany(copies);
    expect((await list()).data.rollouts).to.have.length(50);
    expect((await list({ per_page: 500 })).data.rollouts).to.have.length(200);
  });

  // docs/rollouts.md#list_rollouts-2
  it('filters by state and by upgrade', async () => {
    const device = await fixture.device();
    const started = await fixture.started();
    const draft = await fixture.draft();
    expect(idsOf(await list({ state: 'Running' }))).to.deep.equal([started.id]);
    expect(idsOf(await list({ state: 'Draft' }))).to.deep.equal([draft.id]);
    const membership = membershipIn(started.id, { hasSlot: true });
    const upgrade = await makeUpgrade(fixture.api.deps, device, 'Queued', membership);
    const plain = await makeUpgrade(fixture.api.deps, device, 'Success');
    expect(idsOf(await list({ upgrade_id: upgrade._id }))).to.deep.equal([started.id]);
    expect(idsOf(await list({ upgrade_id: plain._id }))).to.deep.equal([]);
    expect(idsOf(await list({ upgrade_id: upgrade._id, state: 'Draft' }))).to.deep.equal([]);
  });

  // docs/http.md#faults-1
  it('names parameters that it does not take', async () => {
    const reply = await fixture.call('GET', '/v1/rollouts', {
      query: { state: 'Sleeping', cursor: 'nonsense', per_page: 'x' },
    });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal([
      'state: must be one of [Draft, Scheduled, Running, Paused, Completed, Cancelled]',
      'per_page: must be a number',
      'cursor: is not the cursor of a list',
    ]);
  });

  // docs/rollouts.md#access-1
  it('shows a rollout only to callers who see every network in its scope', async () => {
    const { api, org, network } = fixture;
    const other = await makeNetwork(api.deps, org);
    const restricted = (ids: number[], manageInventory = false) =>
      makeUser(api.deps, org, {
        role: 'operator',
        manageInventory,
        networks: ids.map((id) => ({ id, access: 'full' as const })),
      });
    const [one, both, inventory] = await Promise.all([
      restricted([network._id]),
      restricted([network._id, other._id]),
      restricted([network._id], true),
    ]);
    const viewer = await makeUser(api.deps, org, { role: 'viewer' });
    const stranger = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    const create = async (token: string): Promise<number> =>
      ((await fixture.create({}, { token })).body as { data: { rollout: ShownRollout } }).data.rollout.id;
    const ofAll = await create(fixture.admin.token);
    const ofOne = await create(one.token);
    const ofBoth = await create(both.token);
    const ofInventory = await create(inventory.token);
    const seen = async (token: string): Promise<number[]> =>
      idsOf(await list({}, token)).sort((a, b) => a - b);
    expect(await seen(fixture.admin.token)).to.deep.equal([ofAll, ofOne, ofBoth, ofInventory]);
    expect(await seen(viewer.token)).to.deep.equal([ofAll, ofOne, ofBoth, ofInventory]);
    expect(await seen(one.token)).to.deep.equal([ofOne]);
    expect(await seen(both.token)).to.deep.equal([ofOne, ofBoth]);
    expect(await seen(inventory.token)).to.deep.equal([ofOne, ofInventory]);
    expect(await seen(stranger.token)).to.deep.equal([]);
    for (const [token, id] of [
      [one.token, ofAll],
      [one.token, ofBoth],
      [both.token, ofInventory],
      [stranger.token, ofOne],
    ] as const) {
      expect(refused(await fixture.show(id, { token }))).to.deep.equal([404, 1110]);
      expect(refused(await fixture.act(id, 'start', { token }))).to.deep.equal([404, 1110]);
    }
  });

  // docs/rollouts.md#access-2
  it('lets callers change a rollout only with full access to every network in its scope', async () => {
    const { api, org, network } = fixture;
    const creator = await makeUser(api.deps, org, {
      role: 'operator',
      manageInventory: false,
      networks: [{ id: network._id, access: 'full' }],
    });
    const reader = await makeUser(api.deps, org, {
      role: 'operator',
      manageInventory: false,
      networks: [{ id: network._id, access: 'read' }],
    });
    const viewer = await makeUser(api.deps, org, { role: 'viewer' });
    const { id } = (
      (await fixture.create({}, { token: creator.token })).body as {
        data: { rollout: ShownRollout };
      }
    ).data.rollout;
    for (const { token } of [reader, viewer]) {
      expect((await fixture.show(id, { token })).status).to.equal(200);
      for (const reply of [
        await fixture.act(id, 'start', { token }),
        await fixture.act(id, 'cancel', { token }),
        await fixture.patch(id, { name: 'other' }, { token }),
        await fixture.call('DELETE', `/v1/rollouts/${id}`, { token }),
      ])
        expect(refused(reply)).to.deep.equal([403, 1102]);
    }
    expect((await fixture.act(id, 'start', { token: fixture.admin.token })).status).to.equal(200);
  });
});
