import { expect } from 'chai';
import mongoose from 'mongoose';

describe('the MongoDB of the tests', () => {
  it('keeps documents that have expired by the clock of the machine', async () => {
    const client = await mongoose.mongo.MongoClient.connect(process.env['MONGODB_URI'] ?? '');
    try {
      const parameters = await client.db('admin').command({ getParameter: 1, ttlMonitorEnabled: 1 });
      expect(parameters).to.include({ ttlMonitorEnabled: false });
    } finally {
      await client.close();
    }
  });
});
