import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startStores } from '../../start-stores.js';
import { scratchFolder } from './scratch-folder.js';

describe('startStores', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  const lines: string[] = [];
  const start = (env: NodeJS.ProcessEnv): ReturnType<typeof startStores> =>
    startStores({ dataDir: folder.path, durable: false, log: (line) => lines.push(line), env });

  beforeEach(async () => {
    folder = await scratchFolder();
    lines.length = 0;
  });
  afterEach(() => folder.remove());

  const failure = async (env: NodeJS.ProcessEnv): Promise<string> => {
    try {
      await start(env);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    throw new Error('expected it to fail');
  };

  it('uses given stores and starts none', async () => {
    const given = { MONGODB_URI: 'mongodb://elsewhere/fleet', REDIS_URL: 'redis://elsewhere', PATH: '' };
    for (const AIRFLEET_STORE of [undefined, '', 'uri']) {
      const stores = await start({ ...given, AIRFLEET_STORE });
      expect(stores).to.include({ mongodbUri: given.MONGODB_URI, redisUrl: given.REDIS_URL });
      await stores.stop();
    }
    expect(lines).to.deep.equal([]);
  });

  it('refuses an unknown AIRFLEET_STORE, and uri without MONGODB_URI', async () => {
    const env = { REDIS_URL: 'redis://elsewhere', PATH: '' };
    expect(await failure({ ...env, AIRFLEET_STORE: 'oracle' })).to.include(
      'none of uri, mongod, documentdb, download',
    );
    expect(await failure({ ...env, AIRFLEET_STORE: 'uri' })).to.include('needs MONGODB_URI');
  });

  it('ignores MONGODB_URI if AIRFLEET_STORE names another store', async () => {
    const env = { MONGODB_URI: 'mongodb://elsewhere/fleet', REDIS_URL: 'redis://elsewhere', PATH: '' };
    expect(await failure({ ...env, AIRFLEET_STORE: 'mongod' })).to.include('No MongoDB could be started');
  });

  it('reports the end of the log of a mongod and a Redis that do not start', async () => {
    const programs = join(folder.path, 'bin');
    await mkdir(programs);
    for (const name of ['mongod', 'redis-server']) {
      await writeFile(join(programs, name), `#!/bin/sh\necho "${name} is broken"\nexit 3\n`);
      await chmod(join(programs, name), 0o755);
    }
    const message = await failure({ PATH: `${programs}:/bin:/usr/bin`, AIRFLEET_STORE: 'mongod' });
    expect(message).to.include('mongod ended at its start').and.to.include('mongod is broken');
    expect(message).to.include('Redis ended at its start').and.to.include('redis-server is broken');
  });
});
