import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../lock-file.mjs';
import { runProgram } from '../processes/run-program.js';
import { cacheFolder } from './cache-folder.js';
import { type AptSource, PrivateApt } from './private-apt.js';

/** Programs from Debian with their dependencies, unpacked into a folder of the user's cache. */
export interface DebianTree {
  /** The beginning of the folder's name. */
  readonly name: string;
  /** Must be raised with every change of the folder's content. */
  readonly recipe: number;
  /** Shown as "Fetching … from Debian". */
  readonly title: string;
  readonly source: AptSource;
  readonly packages: readonly string[];
  /** Does in `root` the work of the packages' installation scripts. */
  finish(root: string): Promise<void>;
}

export interface InstallOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

async function unpack(archives: string, root: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  await mkdir(root);
  const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  // Two at a time, so that one reads while the other writes.
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
    let reported = 0;
    await apt.download(tree.packages, (percent) => {
      if (percent < reported + 20) return;
      reported = percent - (percent % 20);
      log(`  fetched ${reported} %`);
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

/** The tree's folder in the user's cache; undefined if it is not installed. */
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
 * Installs the tree into the user's cache unless it is there, and returns its folder. Needs apt and dpkg-deb, but not
 * root. Throws if this host lacks them or is offline. Concurrent calls share one installation.
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
