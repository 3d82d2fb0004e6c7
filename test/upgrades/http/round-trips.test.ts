import { expect } from 'chai';
import type { CallOptions } from '../../fixtures/api.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

/** The transaction of a change ends with its entry of the audit log. */
const LOGGED = ['update audit_entries', 'commitTransaction'];
/** The texts of upgrades that are changed. */
const TEXTS = ['find upgrade_texts', 'update upgrade_texts'];

/** Every test runs for each number of devices, which shows that the round trips do not depend on it. */
const SIZES = [2, 150];

describe('database round trips of the upgrade operations', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  /** The commands of a request, without those that authenticate the caller. */
  async function commandsOf(method: string, path: string, options: CallOptions = {}): Promise<string[]> {
    const { result, commands } = await countRoundTrips(fixture.api.deps, () =>
      fixture.call(method, path, options),
    );
    expect(result.status, result.text).to.equal(200);
    return commands.filter((command) => !/access_tokens|users|sign-in rules/.test(command));
  }

  const made = (count: number): Promise<TestDevice[]> =>
    makeDevices(fixture.api.deps, fixture.org, count, () => ({
      part: fixture.part,
      network: fixture.network,
    }));
  const later = (aps: string[]) => ({
    body: { upgrade: { aps, schedule_type: 'later', schedule_at: tomorrow() } },
  });

  async function pendingId(device: TestDevice | undefined): Promise<number> {
    return (device && (await fixture.pending(device))?._id) ?? 0;
  }

  for (const size of SIZES) {
    it(`create for ${size} devices takes 11, and 12 when all have a pending upgrade`, async () => {
      const devices = await made(size);
      const request = later(devices.map(({ _id }) => `AP:${_id}`));
      const begun = ['find firmware_releases', 'find devices', 'findAndModify counters', 'insert schedules'];
      expect(await commandsOf('POST', '/upgrades', request)).to.deep.equal([
        ...begun,
        'find devices',
        'find upgrades',
        'findAndModify counters',
        'insert upgrades',
        'find devices',
        'update audit_entries',
        'update schedules',
      ]);
      expect(await commandsOf('POST', '/upgrades', request)).to.deep.equal([
        ...begun,
        'find devices',
        'find upgrades',
        ...TEXTS,
        'update upgrades',
        'find devices',
        'update audit_entries',
        'update schedules',
      ]);
    });

    it(`update, update of the time, show, index and delete of an upgrade among ${size} take 8, 12, 1, 1 and 7`, async () => {
      const devices = await made(size);
      await fixture.post(later([`network:${fixture.network._id}`]).body.upgrade);
      const id = await pendingId(devices[0]);
      const flag = { body: { upgrade: { save_prev_config: true } } };
      const read = ['find upgrades', 'find firmware_releases', 'find devices'];
      expect(await commandsOf('PUT', `/upgrades/${id}`, flag)).to.deep.equal([
        ...read,
        'update upgrades',
        ...TEXTS,
        ...LOGGED,
      ]);
      const time = { body: { upgrade: { schedule_type: 'now' } } };
      expect(await commandsOf('PUT', `/upgrades/${id}`, time)).to.deep.equal([
        ...read,
        'find schedules',
        'findAndModify counters',
        'insert schedules',
        'update upgrades',
        ...TEXTS,
        ...LOGGED,
        'findAndModify schedules',
      ]);
      expect(await commandsOf('GET', `/upgrades/${id}`)).to.deep.equal(['find upgrades']);
      expect(await commandsOf('GET', '/upgrades')).to.deep.equal(['find upgrades']);
      expect(await commandsOf('GET', '/upgrades', { query: { id } })).to.deep.equal(['find upgrades']);
      expect(await commandsOf('DELETE', `/upgrades/${id}`)).to.deep.equal([
        'find upgrades',
        'insert deleted_upgrades',
        'delete upgrades',
        'update upgrade_counts',
        ...LOGGED,
        'findAndModify schedules',
      ]);
    });

    it(`upgrade_list of ${size} upgrades takes 3, and 5 with a search that finds more than it shows`, async () => {
      await made(size);
      await fixture.post(later([`network:${fixture.network._id}`]).body.upgrade);
      const page = { start: 0, length: 10 };
      const list = (body: unknown) => commandsOf('POST', '/upgrades/upgrade_list', { body });
      const [counts, count, rows] = ['find upgrade_counts', 'aggregate upgrades', 'find upgrades'];
      const search = 'a';
      expect(await list(page)).to.have.members([counts, count, rows]);
      expect(await list({ start: 0, length: size, search })).to.have.members([
        counts,
        counts,
        count,
        count,
        rows,
      ]);
      expect(await list({ start: 0, length: size + 1, search })).to.have.members([
        counts,
        counts,
        count,
        rows,
      ]);
    });
  }
});
