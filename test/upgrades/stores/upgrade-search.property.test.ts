import { expect } from 'chai';
import fc from 'fast-check';
import type { Caller } from '../../../shared/access/domain/access.js';
import { fold } from '../../../shared/inventory/domain/device-search.js';
import {
  listUpgradeTable,
  walkUpgradeTable,
} from '../../../shared/upgrades/operations/list/list-upgrade-table.js';
import { createUpgradeTableStore } from '../../../shared/upgrades/stores/table/upgrade-table-store.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';
import { testsAll } from '../../fixtures/seed.js';
import { compare, keyOf, question, shownFields, textOf, type Question } from './search-questions.js';
import { SearchedFleet } from './searched-fleet.js';
import { step } from './searched-steps.js';

describe('the search of upgrade_list', function () {
  this.timeout(3_600_000);
  let database: ScratchDatabase;
  let org = 100;
  let found = 0;

  before(async () => {
    database = await scratchDatabase();
    const { upgrades, upgradeTexts } = database.mongo.models;
    await upgrades.createIndexes();
    await upgradeTexts.createIndexes();
  });
  after(async () => {
    await database.drop();
  });

  async function ask(
    fleet: SearchedFleet,
    { search: asked, by, descending, offset, limit }: Question,
  ): Promise<void> {
    const all = await fleet.all();
    const text = textOf(asked, all);
    const folded = fold(text);
    const { organisationId } = fleet;
    const common = { userId: 1, organisationId, role: 'admin', tier: 1, seesUnreleased: false } as const;
    const callers: [Caller, (network: number | null) => boolean][] = [
      [{ ...common, networks: 'all', manageInventory: true }, () => true],
      [
        { ...common, networks: [{ id: 1, access: 'read' }], manageInventory: false },
        (network) => network === 1,
      ],
      [
        { ...common, networks: [{ id: 2, access: 'full' }], manageInventory: true },
        (network) => network === 2 || network === null,
      ],
    ];
    for (const few of [1, 1000]) {
      const upgradeTable = createUpgradeTableStore(database.mongo.models, undefined, few);
      const deps = { stores: { upgradeTable } } as never;
      for (const [caller, isVisible] of callers) {
        const visible = all.filter(({ locationNetworkId }) => isVisible(locationNetworkId));
        const hits = visible
          .filter((upgrade) => shownFields(upgrade).some((field) => fold(field).includes(folded)))
          .sort((one, other) => (descending ? -1 : 1) * compare(keyOf(one, by), keyOf(other, by)))
          .map(({ _id }) => _id);
        const sort = { by, descending };
        const page = await listUpgradeTable(deps, caller, { search: text, sort, offset, limit });
        const what = `${JSON.stringify(text)} by ${by}, ${descending ? 'down' : 'up'}, few: ${few}, of ${JSON.stringify(caller.networks)}`;
        expect([page.total, page.filtered], what).to.deep.equal([visible.length, hits.length]);
        expect(
          page.rows.map(({ _id }) => _id),
          what,
        ).to.deep.equal(hits.slice(offset, offset + limit));
        const whole = await walkUpgradeTable(deps, caller, { search: text, sort });
        const rows: number[] = [];
        for await (const batch of whole.rows) rows.push(...batch.map(({ _id }) => _id));
        expect([whole.filtered, ...rows], what).to.deep.equal([hits.length, ...hits]);
      }
      const record = await database.mongo.models.upgradeCounts.findById(organisationId).lean();
      if ((record?.textsTo ?? 0) > 0) found += 1;
    }
  }

  // docs/interface.md#upgrade_list-search
  // docs/reliability.md#upgrades-searched
  it('finds what a comparison of the shown fields finds, in every order, page and scope, after any changes', async () => {
    const states = Number(process.env['STATES'] ?? (testsAll ? 1000 : 50));
    const perFleet = 10;
    const state = fc.record({ change: step, questions: fc.array(question, { minLength: 2, maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: perFleet, maxLength: perFleet }), async (steps) => {
        const fleet = new SearchedFleet(database, (org += 1));
        await fleet.create();
        for (const [devices, gap] of [
          [[0, 1, 2, 3], 0],
          [[0, 1], 2048],
          [[4], 2048],
        ] as const) {
          await fleet.apply({
            kind: 'schedule',
            devices: [...devices],
            gap,
            version: '1.9.0',
            zone: 'UTC',
            hours: 1,
          });
          // Others are pending in blocks whose texts are recorded.
          await fleet.apply({ kind: 'end', at: 0, status: 'Success' });
        }
        for (const hours of [0, 2] as const) await fleet.apply({ kind: 'count', hours, diesAt: 0 });
        for (const { change, questions } of steps) {
          await fleet.apply(change);
          for (const one of questions) await ask(fleet, one);
        }
      }),
      { numRuns: Math.ceil(states / perFleet), endOnFailure: true },
    );
    expect(found, 'searches of recorded texts').to.be.greaterThan(0);
  });

  it('keeps no text for longer than some weeks that no upgrade has any more', async () => {
    const fleet = new SearchedFleet(database, (org += 1));
    await fleet.create();
    const terms = { version: '1.9.0', zone: 'UTC', hours: 1 };
    for (const gap of [0, 2048]) {
      await fleet.apply({ kind: 'schedule', devices: [0, 1], gap, ...terms });
      for (let ended = 0; ended < 2; ended += 1) await fleet.apply({ kind: 'end', at: 0, status: 'Success' });
    }
    for (const hours of [0, 2] as const) await fleet.apply({ kind: 'count', hours, diesAt: 0 });
    const { organisationId } = fleet;
    const names = async (): Promise<string[]> => {
      const of = { organisationId, owner: 'device' as const };
      const texts = await database.mongo.models.upgradeTexts.find(of).sort({ text: 1 }).lean();
      return texts.map(({ text }) => text.split('\n')[2] ?? '');
    };
    await fleet.apply({ kind: 'rename', at: 0, name: 'Former' });
    await fleet.apply({ kind: 'rename', at: 0, name: 'Latter' });
    expect(await names()).to.have.members(['lobby east', 'lobby (west) [x]', 'former', 'latter']);
    for (let pass = 0; pass < 4; pass += 1) await fleet.apply({ kind: 'count', hours: 250, diesAt: 0 });
    expect(await names()).to.have.members(['latter', 'lobby (west) [x]']);
  });
});
