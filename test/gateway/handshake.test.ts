import { expect } from 'chai';
import mongoose from 'mongoose';

describe('gateway handshake', () => {
  it('presents itself as the primary of a replica set, with sessions', async () => {
    const client = await mongoose.mongo.MongoClient.connect(process.env['MONGODB_URI'] ?? '');
    try {
      const hello = await client.db('admin').command({ hello: 1 });
      expect(hello).to.include({ isWritablePrimary: true, ok: 1 });
      expect(hello).to.have.property('setName');
      expect(hello).to.have.property('logicalSessionTimeoutMinutes');
    } finally {
      await client.close();
    }
  });
});
