import { expect } from 'chai';
import { ServiceProcesses } from '../processes/service-processes.js';
import { leadThrough } from '../processes/outage.js';
import { OwnMongo } from '../processes/own-mongo.js';

describe('a MongoDB that fails', function () {
  this.timeout(120_000);
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
  it('stopped for 20 s and started again: requests are refused in time, every schedule runs once', async () => {
    const answers = await leadThrough(service, {
      begin: () => mongo.stop(),
      end: () => mongo.startAgain(),
      lastsMs: 20_000,
    });
    expect(answers.count(503)).to.be.above(0);
  });

  // docs/reliability.md#mongodb-silent
  it('paused, so that it says nothing: requests are refused in time, every schedule runs once', async () => {
    const answers = await leadThrough(service, {
      begin: () => mongo.pause(),
      end: () => mongo.resume(),
      lastsMs: 8000,
    });
    expect(answers.count(503)).to.be.above(0);
  });
});
