import { access, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../processes/run-program.js';
import { withLock } from '../../lock-file.mjs';
import { cacheFolder } from './cache-folder.js';
import { PrivateApt } from './private-apt.js';
import { wrapProgram } from './wrap-program.js';

/** To be raised with every change of what an installed folder holds. */
const RECIPE = 1;

const POSTGRES = 'usr/lib/postgresql/18';
const EXTENSIONS = 'usr/share/postgresql/18/extension';

/** The programs of the unpacked system. */
export interface InstalledPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly redisServer: string;
}

export interface InstallOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

function programsIn(root: string): InstalledPrograms {
  return {
    initdb: join(root, POSTGRES, 'bin/initdb'),
    postgres: join(root, POSTGRES, 'bin/postgres'),
    redisServer: join(root, 'usr/bin/redis-server'),
  };
}

async function unpack(archives: string, root: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  await mkdir(root);
  const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  // Two at a time: one reads the next archive while the other writes.
  const waiting = [...packages];
  const work = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      await runProgram('dpkg-deb', ['-x', join(archives, name), root], { env });
    }
  };
  await Promise.all([work(), work()]);
  return packages;
}

/** Does what the packages' own installation scripts would have done. */
async function finish(root: string): Promise<void> {
  for (const program of ['bin/postgres', 'bin/initdb']) {
    await wrapProgram(root, join(POSTGRES, program), [join(POSTGRES, 'lib')]);
  }
  await wrapProgram(root, 'usr/bin/redis-server', []);
  for (const name of await readdir(join(root, EXTENSIONS))) {
    const plain = name.replace(/-3\.control$/, '.control');
    if (plain !== name) await symlink(name, join(root, EXTENSIONS, plain));
  }
}

async function install(folder: string, target: string, { env, log }: InstallOptions): Promise<void> {
  const work = await mkdtemp(join(folder, 'installing-'));
  try {
    log('Fetching DocumentDB and Redis from Debian (140 MB, once)');
    const apt = await PrivateApt.create(join(work, 'apt'), env);
    let told = 0;
    await apt.download(['postgresql-18-documentdb', 'redis-server'], (percent) => {
      if (percent < told + 20) return;
      told = percent - (percent % 20);
      log(`  fetched ${told} %`);
    });
    log('Unpacking them (550 MB)');
    const root = join(work, 'root');
    const packages = await unpack(apt.archives, root, env);
    await finish(root);
    await writeFile(join(root, 'packages.txt'), `${packages.sort().join('\n')}\n`);
    await rename(root, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('installing-')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function installOnce(folder: string, options: InstallOptions): Promise<InstalledPrograms> {
  const target = join(folder, `debian-${arch()}-${RECIPE}`);
  const installed = (): Promise<boolean> =>
    access(target).then(
      () => true,
      () => false,
    );
  if (!(await installed())) {
    await withLock(join(folder, 'install.lock'), options.log, async () => {
      if (await installed()) return;
      await removeLeftovers(folder);
      await install(folder, target, options);
    });
  }
  return programsIn(target);
}

const installing = new Map<string, Promise<InstalledPrograms>>();

/**
 * The programs of DocumentDB (PostgreSQL with its extensions) and Redis in the user's cache, fetched from Debian
 * when they are not there yet; needs apt and dpkg-deb but no root. Throws when this host cannot. Several who ask
 * at once share one installation.
 */
export async function installPackages(options: InstallOptions): Promise<InstalledPrograms> {
  const folder = await cacheFolder(options.env);
  const running =
    installing.get(folder) ?? installOnce(folder, options).finally(() => installing.delete(folder));
  installing.set(folder, running);
  return running;
}
