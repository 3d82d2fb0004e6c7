import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../lock-file.mjs';
import { runProgram } from '../processes/run-program.js';
import { cacheFolder } from './cache-folder.js';
import { type AptSource, PrivateApt } from './private-apt.js';

/** Programs of Debian and what they need, unpacked into a folder of the user's cache. */
export interface DebianTree {
  /** Names the folder. */
  readonly name: string;
  /** To be raised with every change of what the folder holds. */
  readonly recipe: number;
  /** For people, as in "Fetching … from Debian". */
  readonly title: string;
  readonly source: AptSource;
  readonly packages: readonly string[];
  /** Does in `root` what the packages' own installation scripts would have done. */
  finish(root: string): Promise<void>;
}

export interface InstallOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
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

async function install(
  folder: string,
  target: string,
  tree: DebianTree,
  options: InstallOptions,
): Promise<void> {
  const { env, log } = options;
  const work = await mkdtemp(join(folder, 'installing-'));
  try {
    log(`Fetching ${tree.title} from Debian (once)`);
    const apt = await PrivateApt.create(join(work, 'apt'), env, tree.source);
    let told = 0;
    await apt.download(tree.packages, (percent) => {
      if (percent < told + 20) return;
      told = percent - (percent % 20);
      log(`  fetched ${told} %`);
    });
    log('Unpacking');
    const root = join(work, 'root');
    const packages = await unpack(apt.archives, root, env);
    await tree.finish(root);
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

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function folderOf(tree: DebianTree, cache: string): string {
  return join(cache, `${tree.name}-${arch()}-${tree.recipe}`);
}

/** The tree's folder in the user's cache; undefined when it was not installed yet. */
export async function findTree(tree: DebianTree, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const target = folderOf(tree, await cacheFolder(env));
  return (await exists(target)) ? target : undefined;
}

async function installOnce(
  target: string,
  folder: string,
  tree: DebianTree,
  options: InstallOptions,
): Promise<void> {
  if (await exists(target)) return;
  await withLock(join(folder, 'install.lock'), options.log, async () => {
    if (await exists(target)) return;
    await removeLeftovers(folder);
    await install(folder, target, tree, options);
  });
}

const installing = new Map<string, Promise<void>>();

/**
 * Fetches and unpacks the tree unless it is in the user's cache, and gives its folder; needs apt and dpkg-deb but
 * no root. Throws when this host cannot. Several who ask at once share one installation.
 */
export async function installTree(tree: DebianTree, options: InstallOptions): Promise<string> {
  const folder = await cacheFolder(options.env);
  const target = folderOf(tree, folder);
  const running =
    installing.get(target) ??
    installOnce(target, folder, tree, options).finally(() => installing.delete(target));
  installing.set(target, running);
  await running;
  return target;
}
