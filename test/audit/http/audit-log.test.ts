import { linesOfCsv } from '../../fixtures/csv.js';
import { expect } from 'chai';
import type { UserRecord } from '../../../shared/access/models/user.js';
import type { AuditEntry } from '../../../shared/audit/domain/audit-entry.js';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import {
  makeNetwork,
  makeOrganisation,
  makeUser,
  type TestUser,
} from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';

interface Page {
  readonly data: { readonly entries: { readonly id: string; readonly before: unknown }[] };
  readonly meta: { readonly next_cursor: string | null };
}

const START = Date.parse('2026-06-01T00:00:00Z');
const HOUR_MS = 3_600_000;

describe('GET /v1/audit_log', () => {
  let api: TestApi;
  let admin: TestUser;
  let org: number;
  beforeEach(async () => {
    api = await sharedApi();
    ({ _id: org } = await makeOrganisation(api.deps));
    admin = await makeUser(api.deps, org);
  });

  /** Writes entries an hour apart: the n-th is `org-n`. */
  async function write(...given: Partial<AuditEntry>[]): Promise<void> {
    await api.deps.stores.audit.write(
      given.map((fields, n) => ({
        id: `${org}-${n}`,
        organisationId: org,
        at: new Date(START + n * HOUR_MS),
        actor: 'user:1',
        action: 'tested',
        subject: 'test:1',
        before: null,
        after: null,
        reason: null,
        requestId: null,
        ...fields,
      })),
    );
  }

  const read = (query: Record<string, string | number> = {}, token = admin.token): Promise<Reply> =>
    api.call('GET', '/v1/audit_log', { token, query });
  const numbers = ({ body }: Reply): number[] =>
    (body as Page).data.entries.map(({ id }) => Number(id.split('-')[1]));

  // docs/rollouts.md#audit_log-2
  it('lists the entries of the organisation, newest first, a page at a time', async () => {
    await write({}, {}, {}, {}, {});
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await read({ per_page: 2, cursor });
      found.push(...numbers(reply));
      cursor = (reply.body as Page).meta.next_cursor;
    }
    expect(found).to.deep.equal([4, 3, 2, 1, 0]);
  });

  // docs/rollouts.md#audit_log-2
  it('shows these fields of an entry, of its first writing', async () => {
    await write({ requestId: 'r-1', reason: 'Lunch', before: { name: 'a' }, after: { name: 'b' } });
    await write({ requestId: 'r-2', reason: 'Tea', before: { name: 'c' }, after: null });
    const { data } = (await read()).body as Page;
    expect(data.entries).to.deep.equal([
      {
        id: `${org}-0`,
        at: '2026-06-01T00:00:00.000Z',
        actor: 'user:1',
        actor_name: null,
        action: 'tested',
        subject: 'test:1',
        subject_name: null,
        before: { name: 'a' },
        after: { name: 'b' },
        reason: 'Lunch',
        request_id: 'r-1',
      },
    ]);
  });

  // docs/rollouts.md#audit_log-6
  it('names actors and subjects as they are called now, but no deleted record and none of another organisation', async () => {
    const network = await makeNetwork(api.deps, org, { networkName: 'Now' });
    const other = await makeOrganisation(api.deps);
    const foreign = await makeNetwork(api.deps, other._id, { networkName: 'Foreign' });
    const stranger = await makeUser(api.deps, other._id);
    const { user } = admin;
    await write(
      { actor: `user:${user._id}`, subject: `network:${network._id}`, after: { network_name: 'Then' } },
      { actor: `user:${stranger.user._id}`, subject: `network:${foreign._id}` },
      { actor: 'system', subject: 'network:999999999' },
      { actor: 'cli', subject: 'devices' },
    );
    const { body, text } = await read();
    const { entries } = (body as { data: { entries: Record<string, unknown>[] } }).data;
    expect(entries.map((entry) => [entry['actor_name'], entry['subject_name']])).to.deep.equal([
      [null, null],
      [null, null],
      [null, null],
      [user.email, 'Now'],
    ]);
    expect(text).to.not.contain('Foreign').and.not.contain(stranger.user.email);
  });

  it('loses no entry of the same millisecond between two pages', async () => {
    await write(...Array.from({ length: 5 }, () => ({ at: new Date(START) })));
    const first = await read({ per_page: 3 });
    const second = await read({ per_page: 3, cursor: (first.body as Page).meta.next_cursor ?? '' });
    expect([...numbers(first), ...numbers(second)]).to.deep.equal([4, 3, 2, 1, 0]);
  });

  // docs/rollouts.md#audit_log-3
  it('filters by subject, actor, action and time', async () => {
    await write(
      { subject: 'rollout:7' },
      { actor: 'cli' },
      { action: 'moved' },
      { actor: 'cli', action: 'moved' },
    );
    expect(numbers(await read({ subject: 'rollout:7' }))).to.deep.equal([0]);
    expect(numbers(await read({ actor: 'cli' }))).to.deep.equal([3, 1]);
    expect(numbers(await read({ action: 'moved' }))).to.deep.equal([3, 2]);
    expect(numbers(await read({ action: 'moved', actor: 'cli' }))).to.deep.equal([3]);
    expect(numbers(await read({ from: '2026-06-01T01:00:00Z', to: '2026-06-01T03:00:00Z' }))).to.deep.equal([
      2, 1,
    ]);
    expect(numbers(await read({ subject: 'rollout' }))).to.deep.equal([]);
  });

  it('reads at most 5,000 entries for a page of several conditions', async () => {
    const many = Array.from({ length: 5500 }, (_, n) => (n === 0 ? { action: 'rare' } : {}));
    for (let from = 0; from < many.length; from += 1000) {
      const batch = many.slice(from, from + 1000);
      await api.deps.mongo.models.auditEntries.insertMany(
        batch.map((fields, n) => ({
          _id: `${org}-${from + n}`,
          organisationId: org,
          at: new Date(START + from + n),
          actor: 'cli',
          action: 'tested',
          subject: 'test:1',
          ...fields,
        })),
      );
    }
    const first = await read({ action: 'rare', actor: 'cli' });
    expect(numbers(first)).to.deep.equal([]);
    const { next_cursor: cursor } = (first.body as Page).meta;
    expect(numbers(await read({ action: 'rare', actor: 'cli', cursor: cursor ?? '' }))).to.deep.equal([0]);
  });

  // docs/rollouts.md#audit_log-2
  it('hides secrets, and cuts lists and texts', async () => {
    const targets = Array.from({ length: 150 }, (_, n) => `AP:${n}`);
    await write({
      before: { wpa_key: 'hunter22', api_token: 'x', nested: [{ password: 'y' }], wpaKey: null },
      after: { targets, name: 'n'.repeat(3000), key_rotation: 1 },
    });
    const { body, text } = await read();
    expect(text).to.not.contain('hunter22');
    const [entry] = (body as { data: { entries: Record<string, Record<string, unknown>>[] } }).data.entries;
    expect(entry?.['before']).to.deep.equal({
      wpa_key: '***',
      api_token: '***',
      nested: [{ password: '***' }],
      wpaKey: null,
    });
    expect(entry?.['after']?.['targets']).to.have.length(101).and.to.include('… and 50 more');
    expect(entry?.['after']?.['name']).to.have.length(2001);
    expect(entry?.['after']).to.include({ key_rotation: 1 });
  });

  // docs/rollouts.md#audit_log-4
  it('is streamed as ndjson and csv, complete', async () => {
    await write(...Array.from({ length: 1200 }, () => ({ after: { name: 'a, "b"\nc' }, reason: '=1+1' })));
    const lines = (await read({ format: 'ndjson' })).text.trimEnd().split('\n');
    expect(lines).to.have.length(1200);
    expect(JSON.parse(lines[0] ?? '')).to.include({ id: `${org}-1199` });
    const csv = await read({ format: 'csv', from: '2026-07-20' });
    expect(csv.headers.get('Content-Type')).to.equal('text/csv; charset=utf-8');
    const rows = linesOfCsv(csv.text);
    expect(rows[0]).to.equal('id,at,actor,action,subject,before,after,reason,request_id');
    expect(rows[1]).to.include(`"{""name"":""a, \\""b\\""\\nc""}",'=1+1,`);
    expect(rows).to.have.length(1 + 1200 - 49 * 24);
  });

  it('is served to clients that accept nothing but csv', async () => {
    const options = { token: admin.token, query: { format: 'csv' }, headers: { Accept: 'text/csv' } };
    expect((await api.call('GET', '/v1/audit_log', options)).status).to.equal(200);
  });

  // docs/rollouts.md#audit_log-1
  it('is for administrators with access to all networks', async () => {
    const network = await makeNetwork(api.deps, org);
    const callers: Partial<UserRecord>[] = [
      { role: 'operator' },
      { role: 'viewer' },
      { role: 'admin', networks: [{ id: network._id, access: 'full' }] },
    ];
    for (const fields of callers) {
      const { token } = await makeUser(api.deps, org, fields);
      for (const format of ['json', 'csv'])
        expect(refused(await read({ format }, token))).to.deep.equal([403, 1102]);
    }
  });

  // docs/rollouts.md#audit_log-5
  it('cannot be deleted or changed', async () => {
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
      const reply = await api.call(method, '/v1/audit_log', { token: admin.token });
      expect(reply.status, method).to.equal(405);
      expect(reply.headers.get('Allow')).to.equal('HEAD, GET');
    }
  });

  it('names parameters that it does not take', async () => {
    const reply = await read({ from: 'yesterday', format: 'xml', cursor: 'x' });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply)).to.deep.equal([
      'from: is not a time, such as 2026-11-30T20:00:00Z',
      'format: must be one of [json, csv, ndjson]',
      'cursor: is not the cursor of a list',
    ]);
  });
});
