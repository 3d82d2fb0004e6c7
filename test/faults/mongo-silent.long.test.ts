import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { KINDS, leadThrough } from '../processes/outage.js';
import { OwnMongo } from '../processes/own-mongo.js';

describe('when MongoDB does not answer', () => {
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

  // docs/reliability.md#mongodb-silent
  it('requests are refused before it is back and every schedule runs once', async () => {
    const { successes, refused, broken } = await leadThrough(service, {
      begin: () => mongo.pause(),
      end: () => mongo.resume(),
      lastsMs: 8000,
      requests: 'refused',
    });
    expect(new Set(Object.values(successes)), JSON.stringify(successes)).to.deep.equal(new Set([1]));
    expect([...refused], 'refused meanwhile').to.include.members(KINDS);
    expect(broken).to.deep.equal([]);
  });
});
