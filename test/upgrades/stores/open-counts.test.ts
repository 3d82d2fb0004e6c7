import { expect } from 'chai';
import { queriesDuring } from '../../fixtures/queries/query-shapes.js';
import { planOf } from '../../fixtures/queries/query-plan.js';
import { TestService } from '../../fixtures/records/test-service.js';

const LIMIT = 3;

describe('the count of open upgrades', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
    const fixture = await service.fixture();
    const devices = await Promise.all(Array.from({ length: 9 }, () => fixture.device()));
    const [dispatched, pending] = [devices.slice(0, 4), devices.slice(4)];
    await fixture.post({ aps: dispatched.map(({ _id }) => `AP:${_id}`) });
    await service.dispatch();
    await fixture.post({ aps: pending.map(({ _id }) => `AP:${_id}`) });
  });
  after(() => service.close());

  it('is exact below the limit', async () => {
    const counts = await service.deps.stores.upgrades.openCounts();
    expect([counts.get('Pending'), counts.get('Queued'), counts.get('Verifying')]).to.deep.equal([5, 4, 0]);
  });

  it('reads no more upgrades than the limit', async () => {
    const { mongo, stores } = service.deps;
    const queries = await queriesDuring(mongo, async () => {
      const counts = await stores.upgrades.openCounts(LIMIT);
      expect([counts.get('Pending'), counts.get('Queued')]).to.deep.equal([LIMIT, LIMIT]);
    });
    expect(queries).to.have.length(2);
    for (const query of queries) {
      const plan = await planOf(mongo.connection, query);
      expect(plan.scansCollection, JSON.stringify(query.command)).to.equal(false);
      expect(plan.examined, JSON.stringify(query.command)).to.be.at.most(LIMIT);
    }
  });
});
