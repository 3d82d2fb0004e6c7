import { inspect } from 'node:util';
import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { dispatchSchedule } from '../fixtures/dispatch-schedule.js';
import { sweep } from '../../shared/upgrades/operations/sweep/sweep.js';
import { planOf, type QueryPlan } from '../fixtures/queries/query-plan.js';
import { withoutIndex } from '../fixtures/queries/without-index.js';
import { queriesDuring, type Query } from '../fixtures/queries/query-shapes.js';
import { askEverything, workOnRollouts } from './ask-everything.js';
import { documentedIndexes } from './documented-indexes.js';
import { openPlanFixture, type PlanFixture } from './plan-fixture.js';
import { askAsWorker } from './worker-queries.js';
import { runLoop } from '../../dev/run-loop.js';

/** The largest page, and one extra row. */
const PAGE = 1001;

/**
 * Indexes whose results are sorted in memory: hits of a search, and devices of some networks. A query names them by
 * hint, only when stores/search-plan.ts estimates fewer results than devices to pass over in order.
 */
const UNORDERED = new Set(['organisation_trigrams', 'network_id']);

describe('query plans', () => {
  let fixture: PlanFixture;
  let asked: Set<string>;
  const plans: { query: Query; plan: QueryPlan }[] = [];

  before(async function () {
    // It creates 4,000 devices and asks every operation.
    this.timeout(1_800_000);
    fixture = await openPlanFixture();
    asked = new Set();
    const { deps } = fixture.api;
    const queries = await queriesDuring(deps.mongo, async () => {
      await askAsWorker(fixture);
      for (const operation of await askEverything(fixture)) asked.add(operation);
      const waiting = await deps.mongo.models.schedules.findOne({ state: 'waiting' }).sort({ _id: 1 }).lean();
      if (!waiting) throw new Error('A schedule waits');
      await dispatchSchedule(deps, waiting);
      await sweep(deps);
      while ((await runLoop('bulk', deps)).isMore);
      await workOnRollouts(fixture);
    });
    for (const query of queries) plans.push({ query, plan: await planOf(deps.mongo.connection, query) });
  });
  after(async () => {
    await fixture.close();
  });

  const failing = (fails: (plan: QueryPlan) => boolean, among = plans): string[] =>
    among
      .filter(({ plan }) => fails(plan))
      .map(({ query, plan }) => inspect([plan, query.command], { depth: 9, breakLength: Infinity }));

  it('cover every operation', () => {
    expect([...asked].sort()).to.deep.equal([...new Set(ENDPOINTS.map(({ operation }) => operation))].sort());
    expect(plans.length).to.be.greaterThan(100);
  });

  it('use an index for every read', () => {
    expect(failing((plan) => plan.scansCollection)).to.deep.equal([]);
  });

  it('use no unanchored regular expression on trigrams', () => {
    const lookups = plans.filter(({ query }) => query.command['hint'] === 'organisation_trigrams');
    expect(lookups).not.to.deep.equal([]);
    const conditions = lookups.map(({ query }) =>
      inspect(query.command, { depth: 9, breakLength: Infinity }),
    );
    // An unanchored regular expression reads every key of the index.
    expect(conditions.filter((text) => /trigrams: \{ '?\$regex'?: '[^^]/.test(text))).to.deep.equal([]);
  });

  it('sort no more than a page in memory', () => {
    const inOrder = plans.filter(({ query }) => !UNORDERED.has(String(query.command['hint'])));
    expect(failing((plan) => plan.sorted > PAGE, inOrder)).to.deep.equal([]);
  });

  it('need each index that docs/indexes.md marks as planned', async function () {
    // It creates each of them again.
    this.timeout(1_800_000);
    const { connection } = fixture.api.deps.mongo;
    const unneeded: string[] = [];
    for (const { name, check } of await documentedIndexes()) {
      if (check !== 'plan') continue;
      const users = plans.filter(({ query, plan }) =>
        plan.indexes.some((index) => name === `${query.collection}.${index}`),
      );
      const tried: string[] = [];
      const isNeeded = await withoutIndex(connection, name, async () => {
        for (const { query, plan } of users) {
          const without = await planWithoutHint(query);
          if (isWorse(without, plan)) return true;
          tried.push(inspect([without, plan, query.command], { depth: 9, breakLength: Infinity }));
        }
        return false;
      });
      if (!isNeeded) unneeded.push(`${name}: ${tried.join('; ')}`);
    }
    expect(unneeded).to.deep.equal([]);
  });

  /** The plan of a query that must not read the index that it names. */
  function planWithoutHint({ collection, command: { hint: _hint, ...command } }: Query): Promise<QueryPlan> {
    return planOf(fixture.api.deps.mongo.connection, { collection, command });
  }
});

function isWorse(without: QueryPlan, { examined, sorted }: QueryPlan): boolean {
  return without.scansCollection || without.examined > examined || without.sorted > sorted;
}
