import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { KINDS, leadThrough } from '../processes/outage.js';
import { OwnRedis } from '../processes/own-redis.js';

describe('when Redis fails', () => {
  let redis: OwnRedis;
  let service: ServiceProcesses;
  before(async () => {
    redis = await OwnRedis.start();
    service = await ServiceProcesses.open({ redisUrl: redis.url });
  });
  after(async () => {
    await service.close();
    await redis.close();
  });

  // docs/reliability.md#redis-killed
  it('and is restarted empty after a kill, every schedule runs once and requests succeed', async () => {
    const { successes, served, broken } = await leadThrough(service, {
      begin: () => redis.kill(),
      end: () => redis.startAgain(),
      lastsMs: 4000,
      requests: 'served',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...served], 'served meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });
});
