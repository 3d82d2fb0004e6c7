import { expect } from 'chai';
import { migrate } from '../../shared/composition/migrate.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { startTestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { scratchDatabase } from '../fixtures/scratch-database.js';

describe('GET /readyz', () => {
  it('is 503 while the database lacks a declared index, and 200 afterwards without a restart', async () => {
    const database = await scratchDatabase();
    const api = await startTestApi({ env: { MONGODB_URI: database.uri } });
    try {
      const before = await api.call('GET', '/readyz');
      expect(before.status).to.equal(503);
      expect(before.body).to.deep.equal({
        status: 'unavailable',
        mongodb: true,
        redis: true,
        indexes: false,
      });

      await migrate(database.mongo.models, readEnv(), () => undefined);

      const after = await eventually('ready', async () => {
        const reply = await api.call('GET', '/readyz');
        return reply.status === 200 && reply;
      });
      expect(after.body).to.deep.equal({ status: 'ok', mongodb: true, redis: true, indexes: true });

      // As an import into an empty installation does.
      await database.mongo.models.devices.collection.dropIndex('organisation_trigrams');
      expect((await api.call('GET', '/readyz')).status).to.equal(503);
    } finally {
      await api.close();
      await database.drop();
    }
  });
});
