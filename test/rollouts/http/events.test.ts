import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import {
  faultsIn,
  refused,
  rolloutFixture,
  type RolloutFixture,
} from '../../fixtures/records/rollout-fixture.js';

interface Page {
  readonly data: {
    readonly events: { id: string; kind: string; actor: string; text: string; data: object }[];
  };
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
}

describe('GET /v1/rollouts/:id/events', () => {
  let fixture: RolloutFixture;
  let id: number;
  beforeEach(async () => {
    fixture = await rolloutFixture();
    ({ id } = await fixture.started());
    await fixture.act(id, 'pause', { body: { reason: 'Lunch' } });
    await fixture.act(id, 'cancel');
  });

  const list = (query: Record<string, string | number> = {}, headers = {}): Promise<Reply> =>
    fixture.call('GET', `/v1/rollouts/${id}/events`, { query, headers });
  const kinds = ({ body }: Reply): string[] => (body as Page).data.events.map(({ kind }) => kind);
  const ALL = ['rollout.created', 'rollout.started', 'rollout.paused', 'rollout.cancelled'];

  // docs/rollouts.md#rollout_events-1
  it('lists the log in order', async () => {
    const reply = await list();
    expect(kinds(reply)).to.deep.equal(ALL);
    const [, , paused] = (reply.body as Page).data.events;
    expect(paused).to.deep.include({
      id: `${id}_2_0`,
      actor: `user:${fixture.admin.user._id}`,
      text: 'Paused',
    });
    expect(paused?.data).to.deep.include({ state: 'Paused' });
    expect((reply.body as Page).meta).to.deep.equal({ next_cursor: null, has_more: false });
  });

  // docs/rollouts.md#rollout_events-2
  it('continues after an event, and page by page', async () => {
    expect(kinds(await list({ after: `${id}_1_0` }))).to.deep.equal(ALL.slice(2));
    expect(kinds(await list({ after: `${id}_3_0` }))).to.deep.equal([]);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await list({ per_page: 3, cursor });
      found.push(...kinds(reply));
      cursor = (reply.body as Page).meta.next_cursor;
    }
    expect(found).to.deep.equal(ALL);
  });

  // docs/rollouts.md#rollout_events-3
  it('is 304 with its ETag until there is another event', async () => {
    const { id: other } = await fixture.started();
    const path = `/v1/rollouts/${other}/events`;
    const read = (tag: string): Promise<Reply> =>
      fixture.call('GET', path, { headers: { 'If-None-Match': tag } });
    const first = await fixture.call('GET', path);
    const tag = first.headers.get('ETag') ?? '';
    const again = await read(tag);
    expect([again.status, again.text]).to.deep.equal([304, '']);
    await fixture.act(other, 'pause');
    const changed = await read(tag);
    expect(changed.status).to.equal(200);
    expect(changed.headers.get('ETag')).to.not.equal(tag);
    expect((await read(`W/"x", ${changed.headers.get('ETag') ?? ''}`)).status).to.equal(304);
  });

  it('refuses what is not an id of its events, and callers who do not see the rollout', async () => {
    for (const after of ['x', `${id}_1`, `${id + 1}_1_0`]) {
      const reply = await list({ after });
      expect(refused(reply), after).to.deep.equal([422, 1109]);
      expect(faultsIn(reply)).to.deep.equal(['after: is not the id of an event of this rollout']);
    }
    const stranger = await rolloutFixture();
    const reply = await stranger.call('GET', `/v1/rollouts/${id}/events`);
    expect(refused(reply)).to.deep.equal([404, 1110]);
  });

  // docs/rollouts.md#show_rollout-2
  it('of a rollout that does not run: the rollout is 304 with its ETag, and 200 while it runs', async () => {
    const show = (rollout: number, tag: string): Promise<Reply> =>
      fixture.show(rollout, { headers: { 'If-None-Match': tag } });
    const draft = await fixture.draft();
    expect((await show(draft.id, '"1"')).status).to.equal(304);
    expect((await show(draft.id, '"2"')).status).to.equal(200);
    const running = await fixture.started();
    const reply = await show(running.id, '"2"');
    expect([reply.status, reply.headers.get('ETag')]).to.deep.equal([200, '"2"']);
  });
});
