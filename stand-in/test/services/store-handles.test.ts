import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { startMongo, type MongoHandle } from '../../mongo/start-mongo.js';
import { isReady, startRedis, type RedisHandle } from '../../redis/start-redis.js';
import { eventually } from '../../../test/fixtures/eventually.js';
import { processesOf, scratchFolder } from './scratch-folder.js';

describe('store handles', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  const log = (): void => undefined;

  before(async () => {
    folder = await scratchFolder();
  });
  after(() => folder.remove());

  describe('of MongoDB', () => {
    let mongo: MongoHandle;
    let client: mongoose.mongo.MongoClient;
    const start = (port?: number): Promise<MongoHandle> =>
      startMongo({ dataDir: folder.path, durable: false, log, ...(port === undefined ? {} : { port }) });
    const insert = async (_id: number): Promise<void> => {
      await client.db().collection<{ _id: number }>('notes').insertOne({ _id });
    };

    before(async () => {
      mongo = await start();
      client = await mongoose.mongo.MongoClient.connect(mongo.uri, { heartbeatFrequencyMS: 500 });
    });
    after(async () => {
      await client.close();
      await mongo.stop();
    });

    it('restarts on its port, and a connected driver recovers', async () => {
      await insert(1);
      await mongo.stop();
      mongo = await start(mongo.port);
      await insert(2);
      expect(await client.db().collection('notes').countDocuments({})).to.equal(2);
    });

    it('restarts with its data after all of its processes were killed', async () => {
      await insert(3);
      await mongo.kill();
      expect(await processesOf(folder.path)).to.deep.equal([]);
      mongo = await start(mongo.port);
      await insert(4);
      expect(await client.db().collection('notes').countDocuments({})).to.equal(4);
    });

    it('answers after it is resumed and not while it is paused', async () => {
      await mongo.pause();
      let done = false;
      const waiting = insert(5).then(() => (done = true));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(done).to.equal(false);
      await mongo.resume();
      await waiting;
    });

    it('refuses to start twice on the same data', async () => {
      try {
        await start();
        expect.fail('started twice');
      } catch (error) {
        expect(String(error)).to.include('already running');
      }
    });
  });

  describe('of Redis', () => {
    let redis: RedisHandle;
    let client: Redis;
    const start = (port?: number, args: string[] = []): Promise<RedisHandle> =>
      startRedis({ dataDir: folder.path, durable: true, log, args, ...(port === undefined ? {} : { port }) });

    before(async () => {
      redis = await start();
      client = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
      client.on('error', () => undefined);
    });
    after(async () => {
      client.disconnect();
      await redis.stop();
    });

    it('has the settings that a queue needs', async () => {
      const settings = async (name: string): Promise<unknown> => (await client.config('GET', name))[1];
      expect(await settings('maxmemory-policy')).to.equal('noeviction');
      expect(await settings('appendonly')).to.equal('yes');
      expect(await settings('hz')).to.equal('40');
      expect(await settings('bind')).to.equal('127.0.0.1');
    });

    it('restarts on its port with its data after a stop and after a kill', async () => {
      await client.set('a', '1');
      await redis.stop();
      redis = await start(redis.port);
      expect(await client.get('a')).to.equal('1');
      await client.set('b', '2');
      await eventually('the file is synchronised', async () =>
        (await client.info('persistence')).includes('aof_pending_bio_fsync:0'),
      );
      await redis.kill();
      redis = await start(redis.port);
      expect(await client.mget('a', 'b')).to.deep.equal(['1', '2']);
    });

    it('answers after it is resumed', async () => {
      await redis.pause();
      const waiting = client.get('a');
      await redis.resume();
      expect(await waiting).to.equal('1');
    });

    it('is not taken for the Redis of another folder', async () => {
      const { port } = redis;
      expect(await isReady(port, join(await realpath(folder.path), 'redis'))).to.equal(true);
      expect(await isReady(port, join(folder.path, 'another'))).to.equal(false);
    });

    it('accepts further arguments', async () => {
      await redis.stop();
      redis = await start(redis.port, ['--maxmemory', '5mb']);
      expect((await client.config('GET', 'maxmemory'))[1]).to.equal(String(5 * 1024 * 1024));
    });
  });
});
