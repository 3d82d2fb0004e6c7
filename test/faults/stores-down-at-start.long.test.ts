import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { KINDS, leadThrough } from '../processes/outage.js';
import { OwnMongo } from '../processes/own-mongo.js';
import { OwnRedis } from '../processes/own-redis.js';

describe('when both stores are down', () => {
  let mongo: OwnMongo;
  let redis: OwnRedis;
  let service: ServiceProcesses;
  before(async () => {
    [mongo, redis] = await Promise.all([OwnMongo.start(), OwnRedis.start()]);
    service = await ServiceProcesses.open({ mongodbUri: mongo.uri, redisUrl: redis.url });
  });
  after(async () => {
    await service.close();
    await Promise.all([mongo.close(), redis.close()]);
  });

  // docs/reliability.md#stores-down-at-start
  it('at the start, requests are refused meanwhile and every schedule runs once the stores are up', async () => {
    const { successes, refused, broken } = await leadThrough(service, {
      async prepare() {
        await Promise.all([mongo.stop(), redis.kill()]);
        await service.restart();
      },
      async end() {
        await Promise.all([mongo.startAgain(), redis.startAgain()]);
      },
      lastsMs: 3000,
      requests: 'refused',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...refused], 'refused meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });
});
