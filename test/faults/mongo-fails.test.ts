import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { KINDS, leadThrough } from '../processes/outage.js';
import { OwnMongo } from '../processes/own-mongo.js';
import { testsAll } from '../fixtures/seed.js';

const STOPPED_S = testsAll ? 20 : 8;

describe('when MongoDB fails', () => {
  let mongo: OwnMongo;
  let service: ServiceProcesses;
  before(async () => {
    mongo = await OwnMongo.start();
    service = await ServiceProcesses.open({ mongodbUri: mongo.uri });
  });
  after(async () => {
    await service.close();
    await mongo.close();
  });

  // docs/reliability.md#mongodb-stopped
  it(`and is restarted after ${STOPPED_S} s, requests are refused before it is back and every schedule runs once`, async () => {
    const { successes, refused, broken } = await leadThrough(service, {
      begin: () => mongo.stop(),
      end: () => mongo.startAgain(),
      lastsMs: 1000 * STOPPED_S,
      requests: 'refused',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...refused], 'refused meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });
});
