import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianTree, type InstallOptions, installTree } from './debian-tree.js';
import { wrapProgram } from './wrap-program.js';

const POSTGRES = 'usr/lib/postgresql/18';
const EXTENSIONS = 'usr/share/postgresql/18/extension';

/** The programs of the unpacked system. */
export interface StorePrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly redisServer: string;
}

const STORES: DebianTree = {
  name: 'debian',
  recipe: 1,
  title: 'DocumentDB and Redis, 140 MB,',
  // Their libraries are newer than those of a stable host and are not mixed with them.
  source: { suite: 'forky', hasHostPackages: false },
  packages: ['postgresql-18-documentdb', 'redis-server'],
  async finish(root) {
    for (const program of ['bin/postgres', 'bin/initdb']) {
      await wrapProgram(root, join(POSTGRES, program), [join(POSTGRES, 'lib')]);
    }
    await wrapProgram(root, 'usr/bin/redis-server', []);
    for (const name of await readdir(join(root, EXTENSIONS))) {
      const plain = name.replace(/-3\.control$/, '.control');
      if (plain !== name) await symlink(name, join(root, EXTENSIONS, plain));
    }
  },
};

/**
 * The programs of DocumentDB (PostgreSQL with extensions) and Redis in the user's cache, fetched from Debian if they
 * are not there. Throws if this host cannot fetch them.
 */
export async function installStores(options: InstallOptions): Promise<StorePrograms> {
  const root = await installTree(STORES, options);
  return {
    initdb: join(root, POSTGRES, 'bin/initdb'),
    postgres: join(root, POSTGRES, 'bin/postgres'),
    redisServer: join(root, 'usr/bin/redis-server'),
  };
}
