import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { KINDS, leadThrough } from '../processes/outage.js';
import { OwnRedis } from '../processes/own-redis.js';

const SILENCE_S = 30;

describe('when Redis fails without a restart', () => {
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

  // docs/reliability.md#redis-emptied
  it('and is emptied by FLUSHALL, every schedule runs once and requests succeed', async () => {
    const { successes, served, broken } = await leadThrough(service, {
      begin: () => redis.flush(),
      end: () => redis.flush(),
      lastsMs: 2500,
      requests: 'served',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...served], 'served meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });

  // docs/reliability.md#redis-full
  it('and is full and refuses every write, every schedule runs once and requests succeed', async () => {
    const { successes, served, broken } = await leadThrough(service, {
      begin: () => redis.refuseWrites(),
      end: () => redis.takeWrites(),
      lastsMs: 5000,
      requests: 'served',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...served], 'served meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });

  // docs/reliability.md#redis-silent
  it(`and is paused for ${SILENCE_S} s, every schedule runs once and requests succeed before it answers again`, async () => {
    const { successes, served, broken } = await leadThrough(service, {
      begin: () => redis.pause(),
      end: () => redis.resume(),
      lastsMs: 1000 * SILENCE_S,
      requests: 'served',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...served], 'served meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });
});
