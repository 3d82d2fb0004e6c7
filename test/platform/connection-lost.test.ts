import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { openDatabase, type Database } from '../../shared/composition/database.js';
import { isStoreFailure } from '../../shared/platform/mongo/store-failure.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { isDuplicateKey } from '../../shared/platform/mongo/batches.js';
import { CERTIFICATE } from '../fixtures/certificate.js';
import { eventually } from '../fixtures/eventually.js';
import { Relay } from '../processes/relay.js';

const given = (): URL => new URL(process.env['MONGODB_URI'] ?? '');
const open = (uri: string, timeoutMs = 60_000): Database =>
  openDatabase(uri, { timeoutMs, poolSize: 1 }, createLogger('silent', 'test'));
const thrownBy = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

/** The store by way of a relay, past the address that it gives of itself. */
async function relayed(): Promise<{ relay: Relay; uri: string }> {
  const relay = await new Relay(given()).up();
  const uri = new URL(relay.url);
  uri.search = '?directConnection=true';
  return { relay, uri: uri.href };
}

/** TLS in front of the store. */
async function secured(): Promise<{ relay: Relay; uri: string }> {
  const relay = new Relay(given(), (pair) => createServer(CERTIFICATE, pair));
  await relay.up();
  const uri = new URL(relay.url);
  uri.search = '?directConnection=true&tls=true&tlsAllowInvalidCertificates=true';
  return { relay, uri: uri.href };
}

for (const [name, way] of [
  ['a plain connection', relayed],
  ['a connection with TLS', secured],
] as const) {
  describe(`${name} to MongoDB, lost`, () => {
    let relay: Relay;
    let uri: string;
    let mongo: Database;
    before(async () => {
      ({ relay, uri } = await way());
      mongo = open(uri);
      await mongo.connected;
    });
    after(async () => {
      await mongo.close();
      await relay.down();
    });

    it('fails a command that starts while the connection closes', async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await mongo.ping();
        expect(destroySocketsTo(relay)).to.be.above(0);
        const error = await thrownBy(mongo.ping());
        expect(error === null || isStoreFailure(error)).to.equal(true);
      }
    });

    for (const [size, bytes] of [
      ['small', 10],
      ['large', 12 << 20],
    ] as const) {
      it(`fails a ${size} command that a silent network does not deliver`, async () => {
        const silent = await way();
        const impatient = open(silent.uri, 1000);
        await impatient.connected;
        await impatient.ping();
        silent.relay.freeze();
        const insertOne = {
          document: { _id: randomUUID(), holder: 'x'.repeat(bytes), expiresAt: new Date() },
        };
        const error = await thrownBy(impatient.models.locks.bulkWrite([{ insertOne }]));
        await impatient.close();
        await silent.relay.down();
        expect(isStoreFailure(error), String(error)).to.equal(true);
      });
    }
  });
}

describe('a primary', () => {
  it('counts as there while the monitor of the driver is late, until it gives up', async () => {
    const { relay, uri } = await relayed();
    const mongo = open(uri);
    await mongo.connected;
    await once(mongo.connection.getClient(), 'serverHeartbeatSucceeded');
    expect(mongo.isConnected(), 'at first').to.equal(true);
    relay.freeze();
    let isLate = false;
    await eventually('the driver gives up', () => {
      if (mongo.isConnected() && mongo.connection.readyState !== mongoose.ConnectionStates.connected)
        isLate = true;
      return !mongo.isConnected();
    });
    await mongo.close();
    await relay.down();
    expect(isLate, 'mongoose gives up earlier').to.equal(true);
  });
});

/** At once, as the system does it: the driver learns of it a moment later. */
function destroySocketsTo(relay: Relay): number {
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  const port = Number(new URL(relay.url).port);
  const sockets = handles.filter((handle) => handle instanceof Socket && handle.remotePort === port);
  for (const socket of sockets) (socket as Socket).destroy();
  return sockets.length;
}

describe('isStoreFailure of a bulk write', () => {
  it('is true when the connection is lost', async () => {
    const { relay, uri } = await relayed();
    const mongo = open(uri);
    await mongo.connected;
    await relay.down();
    const update = { filter: { _id: 'unknown' }, update: { $set: { expiresAt: new Date() } } };
    const error = await thrownBy(mongo.models.locks.bulkWrite([{ updateOne: update }]));
    await mongo.close();
    expect(error).to.be.an('error').with.property('name', 'MongoBulkWriteError');
    expect(isStoreFailure(error)).to.equal(true);
  });

  it('is false when the store refuses the write', async () => {
    const mongo = open(given().href);
    await mongo.connected;
    const { locks } = mongo.models;
    const _id = randomUUID();
    const insertOne = { document: { _id, holder: 'a test', expiresAt: new Date() } };
    const error = await thrownBy(locks.bulkWrite([{ insertOne }, { insertOne }]));
    await locks.deleteOne({ _id });
    await mongo.close();
    expect(isDuplicateKey(error)).to.equal(true);
    expect(isStoreFailure(error)).to.equal(false);
  });
});
