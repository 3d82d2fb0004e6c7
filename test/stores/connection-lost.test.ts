import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { isStoreFailure, openMongo, type MongoHandle } from '../../shared/connections/mongo.js';
import { createLogger } from '../../shared/observability/logger.js';
import { isDuplicateKey } from '../../shared/stores/duplicate-keys.js';
import { Relay } from '../support/relay.js';

const CHANNEL = 'net.client.socket';
const thrownBy = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

describe('a connection to MongoDB that is lost', () => {
  const sockets: Socket[] = [];
  const note = (message: unknown): void => {
    sockets.push((message as { socket: Socket }).socket);
  };
  let mongo: MongoHandle;
  before(async () => {
    subscribe(CHANNEL, note);
    const uri = process.env['MONGODB_URI'] ?? '';
    mongo = openMongo(uri, { timeoutMs: 60_000, poolSize: 1 }, createLogger('silent', 'test'));
    await mongo.connected;
    await mongo.ping();
    unsubscribe(CHANNEL, note);
  });
  after(() => mongo.close());

  // The driver by itself waits for ever: it notices the end a moment too late and asks nobody for it.
  it('ends a command that is begun at the moment of its closing', async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    const error = await thrownBy(mongo.ping());
    expect(error === null || isStoreFailure(error)).to.equal(true);
  });

  it('fails a bulk write in a way that is known for a failure of the store', async () => {
    const relay = await new Relay(new URL(process.env['MONGODB_URI'] ?? '')).up();
    const uri = new URL(relay.url);
    // Past the address that the store gives of itself.
    uri.search = '?directConnection=true';
    const relayed = openMongo(uri.href, { timeoutMs: 60_000, poolSize: 1 }, createLogger('silent', 'test'));
    await relayed.connected;
    await relay.down();
    const update = { filter: { _id: 'nobody’s' }, update: { $set: { expiresAt: new Date() } } };
    const error = await thrownBy(relayed.models.locks.bulkWrite([{ updateOne: update }]));
    await relayed.close();
    expect(error).to.be.an('error').with.property('name', 'MongoBulkWriteError');
    expect(isStoreFailure(error)).to.equal(true);
  });

  it('is not what a refused bulk write is taken for', async () => {
    const { locks } = mongo.models;
    const _id = randomUUID();
    const insertOne = { document: { _id, holder: 'a test', expiresAt: new Date() } };
    const error = await thrownBy(locks.bulkWrite([{ insertOne }, { insertOne }]));
    await locks.deleteOne({ _id });
    expect(isDuplicateKey(error)).to.equal(true);
    expect(isStoreFailure(error)).to.equal(false);
  });
});
