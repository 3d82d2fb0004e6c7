import { ServiceProcesses } from '../processes/service-processes.js';
import { leadThrough } from '../processes/outage.js';
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
    await leadThrough(service, {
      begin: () => mongo.pause(),
      end: () => mongo.resume(),
      lastsMs: 8000,
      requests: 'refused',
    });
  });
});
