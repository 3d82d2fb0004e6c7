import { expect } from 'chai';
import { compareVersions } from '../../../shared/platform/values/firmware-version.js';
import { UPGRADE_STATUSES, type UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Row {
  readonly id: number;
  readonly status: string;
  readonly version: string;
  readonly created_at: string;
}

const VERSIONS = [
  '1.9.0',
  '1.10.0',
  'v1.2',
  '2.0.0-rc2',
  '2.0.0-rc10',
  '2.0.0',
  '1.10',
  '2.0.0-beta',
  '10.0',
];

describe('The order of upgrades', () => {
  let fixture: UpgradeFixture;
  /** In the order of their ids; their creation times are in the reverse order, two of them equal. */
  let ids: number[];

  before(async () => {
    fixture = await upgradeFixture();
    ids = [];
    for (const [index, version] of VERSIONS.entries()) {
      const createdAt = new Date(Date.UTC(2024, 0, 30 - 2 * Math.min(index, 7)));
      ids.push(await made('Success', { version, createdAt, updatedAt: createdAt }));
    }
  });

  async function made(status: UpgradeStatus, fields: Parameters<typeof makeUpgrade>[3]): Promise<number> {
    return (await makeUpgrade(fixture.api.deps, await fixture.device(), status, fields))._id;
  }

  async function table(by: string, dir: string, page: object = {}, given = fixture): Promise<Row[]> {
    const body = { columns: [{ data: by }], order: [{ column: 0, dir }], ...page };
    const reply = await given.call('POST', '/upgrades/upgrade_list.json', { body });
    expect(reply.status).to.equal(200);
    return (reply.body as { data: Row[] }).data;
  }
  const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

  it('upgrade_list by created_at follows the time of creation, not the ids, and orders ties by id', async () => {
    const newestFirst = [...ids.slice(0, 7), ids[8], ids[7]];
    expect(idsOf(await table('created_at', 'desc'))).to.deep.equal(newestFirst);
    expect(idsOf(await table('created_at', 'asc'))).to.deep.equal([...newestFirst].reverse());
    expect(idsOf(await table('no such column', 'asc'))).to.deep.equal(newestFirst);
  });

  it('upgrades index is newest first by the time of creation, page by page', async () => {
    const newestFirst = [...ids.slice(0, 7), ids[8], ids[7]];
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { body } = await fixture.call('GET', '/upgrades', { query: { page, per_page: 4 } });
      pages.push(...idsOf((body as { data: { upgrades: Row[] } }).data.upgrades));
    }
    expect(pages).to.deep.equal(newestFirst);
  });

  it('upgrade_list by version follows the natural order of versions', async () => {
    const natural = [...VERSIONS].sort(compareVersions);
    expect((await table('version', 'asc')).map(({ version }) => version)).to.deep.equal(natural);
    expect((await table('version', 'desc')).map(({ version }) => version)).to.deep.equal(natural.reverse());
  });

  it('upgrade_list by version follows a change of the version by an update', async () => {
    const own = await upgradeFixture(fixture.api);
    const [first, second] = [await own.device(), await own.device()];
    const schedule = { schedule_type: 'later', schedule_at: '2026-12-01 10:00', upgrade_type: 'manual' };
    await own.post({ ...schedule, aps: [`AP:${first._id}`], version: '1.9.0' });
    await own.post({ ...schedule, aps: [`AP:${second._id}`], version: '1.10.0' });
    const pending = await own.pending(first);
    const upgrade = { version: '1.10.0', upgrade_type: 'manual' };
    await own.call('PATCH', `/upgrades/${pending?._id}.json`, { body: { upgrade } });
    const rows = await table('version', 'asc', {}, own);
    expect(rows.map(({ id, version }) => [id, version])).to.deep.equal([
      [pending?._id, '1.10.0'],
      [(await own.pending(second))?._id, '1.10.0'],
    ]);
  });

  it('upgrade_list by status sorts by the status as shown, including Pending, on pages of every size', async () => {
    const own = await upgradeFixture(fixture.api);
    for (const status of [...UPGRADE_STATUSES, ...UPGRADE_STATUSES]) {
      await makeUpgrade(own.api.deps, await own.device(), status);
    }
    const shown = [...UPGRADE_STATUSES, ...UPGRADE_STATUSES].sort();
    for (const [dir, expected] of [
      ['asc', shown],
      ['desc', [...shown].reverse()],
    ] as const) {
      const all = await table('status', dir, {}, own);
      expect(all.map(({ status }) => status)).to.deep.equal(expected);
      for (const length of [1, 3, 10, 11, 19]) {
        const paged: Row[] = [];
        for (let start = 0; start < 23; start += length) {
          paged.push(...(await table('status', dir, { start, length }, own)));
        }
        expect(idsOf(paged), `${dir}, ${length} a page`).to.deep.equal(idsOf(all));
      }
    }
    const found = await table('status', 'asc', { search: 'ing' }, own);
    expect(found.map(({ status }) => status)).to.deep.equal(shown.filter((status) => status.includes('ing')));
  });

  it('upgrade_list finds upgrades without a scheduled time by "at once" and by "now"', async () => {
    const own = await upgradeFixture(fixture.api);
    const [soon, later] = [await own.device({ name: 'one' }), await own.device({ name: 'two' })];
    await own.post({ aps: [`AP:${soon._id}`], schedule_type: 'now' });
    await own.post({ aps: [`AP:${later._id}`], schedule_type: 'later', schedule_at: '2026-12-01 10:00' });
    const all = await table('id', 'asc', {}, own);
    for (const search of ['at once', 'AT ONCE', 'now']) {
      expect(idsOf(await table('id', 'asc', { search }, own)), search).to.deep.equal(idsOf(all.slice(0, 1)));
    }
  });
});
