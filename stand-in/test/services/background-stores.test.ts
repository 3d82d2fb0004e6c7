import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { backgroundStores } from '../../background-stores.js';
import { noProcessLeft, scratchFolder } from './scratch-folder.js';

describe('backgroundStores', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  const given = { ...process.env };
  beforeEach(async () => {
    folder = await scratchFolder();
    delete process.env['MONGODB_URI'];
    delete process.env['REDIS_URL'];
  });
  afterEach(async () => {
    process.kill(await holder(), 'SIGTERM');
    await noProcessLeft(folder.path);
    await folder.remove();
    Object.assign(process.env, given);
  });

  /** The process that the stores belong to. */
  const holder = async (): Promise<number> =>
    Number.parseInt(await readFile(join(folder.path, 'mongodb.lock'), 'utf8'), 10);

  it('leaves stores running, and starts them again when their code has changed', async () => {
    const addresses = await backgroundStores(folder.path);
    const first = await holder();
    expect(await backgroundStores(folder.path)).to.deep.equal(addresses);
    expect(await holder()).to.equal(first);
    await writeFile(join(folder.path, 'build'), 'an older one');
    await backgroundStores(folder.path);
    expect(await holder()).not.to.equal(first);
  });
});
