import { expect } from 'chai';
import { monitored } from '../../dev/monitored-uri.js';
import { openDatabase, type Database } from '../../shared/composition/database.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { recordCommands } from '../fixtures/queries/round-trips.js';

describe('a MongoDB URI with weaker guarantees', () => {
  let mongo: Database;
  before(async () => {
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    for (const [name, value] of Object.entries({
      w: '1',
      journal: 'false',
      wtimeoutMS: '0',
      readPreference: 'secondaryPreferred',
      readConcernLevel: 'local',
      retryWrites: 'false',
      retryReads: 'false',
      serverSelectionTimeoutMS: '60000',
    }))
      uri.searchParams.set(name, value);
    mongo = openDatabase(
      monitored(uri.href),
      { timeoutMs: 5000, poolSize: 2 },
      createLogger('silent', 'test'),
    );
    await mongo.connected;
  });
  after(() => mongo.close());

  it('does not override the required settings', () => {
    const { options } = mongo.connection.getClient();
    expect(options.writeConcern).to.include({ w: 'majority', journal: true, wtimeoutMS: 10_000 });
    expect(options.readPreference.mode).to.equal('primary');
    expect(options.readConcern.level).to.equal('majority');
    expect(options).to.include({ retryWrites: true, retryReads: true, serverSelectionTimeoutMS: 3000 });
  });

  it('leaves the required settings and a time limit on every kind of operation', async () => {
    const { counters, locks } = mongo.models;
    const _id = 'connection-settings';
    const { commands } = await recordCommands({ mongo }, async () => {
      await locks.find({ _id }).lean();
      await locks.findOne({ _id }).lean();
      await locks.exists({ _id });
      await locks.countDocuments({ _id });
      await locks.distinct('holder', { _id });
      await counters.aggregate([{ $match: { _id } }]);
      await locks.insertMany([{ _id, holder: 'a test', expiresAt: new Date() }], { lean: true });
      await locks.updateOne({ _id }, { $set: { holder: 'two' } });
      await locks.updateMany({ _id }, { $set: { holder: 'three' } });
      await locks.bulkWrite([{ updateOne: { filter: { _id }, update: { $set: { holder: 'four' } } } }]);
      await locks.findOneAndUpdate({ _id }, { $set: { holder: 'five' } });
      await locks.findOneAndDelete({ _id });
      await locks.deleteOne({ _id });
      await locks.deleteMany({ _id });
    });
    const weak = commands.filter(({ name, command }) =>
      ['find', 'aggregate', 'count', 'distinct'].includes(name)
        ? (command['readConcern'] as { level?: string } | undefined)?.level !== 'majority'
        : (command['writeConcern'] as { w?: unknown } | undefined)?.w !== 'majority',
    );
    expect(weak.map(({ name }) => name)).to.deep.equal([]);
    // An insert waits for nothing that a time limit could end.
    const unbounded = commands.filter(
      ({ name, command }) => name !== 'insert' && command['maxTimeMS'] !== 4000,
    );
    expect(unbounded.map(({ name }) => name)).to.deep.equal([]);
    expect(commands).to.have.length(14);
  });
});
