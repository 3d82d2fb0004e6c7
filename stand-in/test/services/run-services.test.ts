import { expect } from 'chai';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { eventually } from '../../../test/fixtures/eventually.js';
import { runServices } from './run-services.js';
import { noProcessLeft, processesOf, scratchFolder } from './scratch-folder.js';

const { MongoClient } = mongoose.mongo;

describe('npm run services', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => folder.remove());

  it('keeps data and addresses between starts, and leaves no process on SIGTERM', async () => {
    const first = runServices(folder.path);
    const addresses = await first.addresses();
    const client = await MongoClient.connect(addresses.mongodbUri);
    await client.db().collection('notes').insertOne({ text: 'kept' });
    const redis = new Redis(addresses.redisUrl);
    await redis.set('note', 'kept');
    redis.disconnect();
    await client.close();
    first.signal('SIGTERM');
    expect(await first.ended()).to.include({ code: 0 });
    await noProcessLeft(folder.path);

    const second = runServices(folder.path);
    expect(await second.addresses()).to.deep.equal(addresses);
    const again = await MongoClient.connect(addresses.mongodbUri);
    expect(await again.db().collection('notes').findOne({})).to.include({ text: 'kept' });
    const redisAgain = new Redis(addresses.redisUrl);
    expect(await redisAgain.get('note')).to.equal('kept');
    redisAgain.disconnect();
    await again.close();
    second.signal('SIGINT');
    expect(await second.ended()).to.include({ code: 0 });
  });

  it('leaves no process when killed, and starts again at once with its data', async () => {
    const killed = runServices(folder.path);
    const { mongodbUri } = await killed.addresses();
    const client = await MongoClient.connect(mongodbUri);
    await client.db().collection('notes').insertOne({ text: 'kept' });
    await client.close();
    killed.signal('SIGKILL');
    await killed.ended();

    const next = runServices(folder.path);
    const again = await MongoClient.connect((await next.addresses()).mongodbUri);
    expect(await again.db().collection('notes').countDocuments({})).to.equal(1);
    await again.close();
    next.signal('SIGKILL');
    await next.ended();
    await noProcessLeft(folder.path);
  });

  it('refuses to start twice on the same data', async () => {
    const first = runServices(folder.path);
    await first.addresses();
    const { code, said } = await runServices(folder.path).ended();
    expect(code).to.equal(1);
    expect(said).to.include(`is already running, started by process ${first.pid}`);
    first.signal('SIGTERM');
    expect(await first.ended()).to.include({ code: 0 });
  });

  it('stops on a signal during its start', async () => {
    const services = runServices(folder.path);
    await eventually('it has begun', async () => (await processesOf(folder.path)).length > 1);
    services.signal('SIGTERM');
    expect(await services.ended()).to.include({ code: 143 });
    await noProcessLeft(folder.path);
  });

  it('exits with a message that lists every option when no store can be started', async () => {
    const nothing = { PATH: '/nonexistent', XDG_CACHE_HOME: folder.path };
    const debian = await runServices(folder.path, { ...nothing, AIRFLEET_STORE: 'documentdb' }).ended();
    expect(debian.code).to.equal(1);
    for (const way of ['MONGODB_URI', 'mongod', 'internet', 'Debian', 'REDIS_URL', 'redis-server']) {
      expect(debian.said).to.include(way);
    }
    const mongod = await runServices(folder.path, { ...nothing, AIRFLEET_STORE: 'mongod' }).ended();
    expect(mongod.code).to.equal(1);
    expect(mongod.said).to.include('mongod on the PATH: there is none');
  });
});
