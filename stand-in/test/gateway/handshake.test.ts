import { expect } from 'chai';
import { describeGateway } from './describe-gateway.js';
import { openDatabase, rejection, type TestDatabase } from './open-database.js';

describeGateway('handshake', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openDatabase('handshake');
  });
  after(() => database.close());

  it('reports the primary of a replica set with sessions', async () => {
    const hello = await database.client.db('admin').command({ hello: 1 });
    expect(hello).to.include({ isWritablePrimary: true, secondary: false, ok: 1 });
    expect(hello).to.include.keys('setName', 'hosts', 'logicalSessionTimeoutMinutes', 'maxWireVersion');
  });

  it('answers the server commands of drivers and tools', async () => {
    const admin = database.client.db('admin');
    expect(await admin.command({ ping: 1 })).to.include({ ok: 1 });
    expect(await admin.command({ buildInfo: 1 })).to.include.keys('version', 'versionArray');
    expect(await admin.command({ hostInfo: 1 })).to.include.keys('system');
    expect(await admin.command({ connectionStatus: 1 })).to.include.keys('authInfo');
    expect(await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 })).to.include({ ok: 1 });
  });

  it('returns the time of each operation, which causally consistent reads send back', async () => {
    const session = database.client.startSession({ causalConsistency: true });
    const before = Date.now();
    await database.db.collection('causal').insertOne({ n: 1 }, { session });
    const time = session.operationTime;
    expect(time?.t).to.be.within(before / 1_000 - 1, Date.now() / 1_000 + 1);
    expect(await database.db.collection('causal').findOne({}, { session })).to.include({ n: 1 });
    await session.endSession();
  });

  it('switches the deletion of expired documents on and off', async () => {
    const admin = database.client.db('admin');
    const isOn = async () => {
      const { ttlMonitorEnabled } = await admin.command({ getParameter: 1, ttlMonitorEnabled: 1 });
      return ttlMonitorEnabled === true;
    };
    const was = await isOn();
    try {
      const set = { setParameter: 1, ttlMonitorEnabled: !was };
      expect(await admin.command(set)).to.include({ was, ok: 1 });
      expect(await isOn()).to.equal(!was);
    } finally {
      await admin.command({ setParameter: 1, ttlMonitorEnabled: was });
    }
  });

  it('refuses an unknown command with the code of MongoDB', async () => {
    const error = await rejection(database.db.command({ noSuchCommand: 1 }));
    expect(error).to.include({ code: 59, codeName: 'CommandNotFound' });
  });
});
