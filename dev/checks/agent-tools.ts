import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type DebianTree, findTree, installTree } from '../../stand-in/install/debian-tree.js';
import { findProgram } from '../../stand-in/processes/find-program.js';

const PROGRAMS = ['busybox', 'curl', 'dash', 'hostapd', 'jq', 'shellcheck', 'wget'] as const;
const FOLDERS = ['usr/bin', 'usr/sbin', 'bin', 'sbin'] as const;
/** Has a script for each unpacked program. */
const SCRIPTS = 'airfleet';

const AGENT_TOOLS: DebianTree = {
  name: 'agent-tools',
  recipe: 3,
  title: 'hostapd, BusyBox and other programs for the tests of the agent',
  // The programs start through the host's loader, so they must match the host's C library.
  source: { suite: undefined, hasHostPackages: true },
  packages: [...PROGRAMS],
  async finish(root) {
    await mkdir(join(root, SCRIPTS));
    const libraries = await libraryFolders(root);
    for (const folder of FOLDERS) {
      const files = await filesIn(join(root, folder));
      for (const name of [...PROGRAMS, 'hostapd_cli'].filter((program) => files.includes(program))) {
        const path = join(root, SCRIPTS, name);
        // BusyBox is one program with many names and needs the C library only.
        if (name === 'busybox') await symlink(`../${folder}/${name}`, path);
        else await writeFile(path, startScript(`${folder}/${name}`, libraries), { mode: 0o755 });
      }
    }
  },
};

async function filesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function libraryFolders(root: string): Promise<string[]> {
  const found = await Promise.all(
    ['usr/lib', 'lib'].map(async (folder) =>
      (await filesIn(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  return found.flat().filter((folder) => folder.endsWith('-linux-gnu'));
}

/**
 * Starts an unpacked program with the unpacked libraries. Paths are relative to the script, so that the folder can be
 * moved. It runs no other program: a test may have replaced that one.
 */
function startScript(program: string, libraries: readonly string[]): string {
  return `#!/bin/sh
root=\${0%/*}/..
export LD_LIBRARY_PATH="${libraries.map((folder) => `$root/${folder}`).join(':')}"
exec "$root/${program}" "$@"
`;
}

function hostPath(env: NodeJS.ProcessEnv): string {
  return [env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter);
}

async function hasAll(path: string, programs: readonly string[]): Promise<boolean> {
  const found = await Promise.all(programs.map((name) => findProgram([name], { PATH: path })));
  return !found.includes(undefined);
}

/**
 * The PATH on which the agent and its tests find their programs. Debian's packages of those that the machine lacks are
 * unpacked into the user's cache, once and without root. Throws where that is not possible.
 */
export async function agentToolsPath(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<string> {
  const path = hostPath(env);
  if (await hasAll(path, PROGRAMS)) return path;
  const root = await installTree(AGENT_TOOLS, { env, log });
  return [join(root, SCRIPTS), path].join(delimiter);
}

/** A PATH with the programs, of the host or unpacked earlier; undefined if one of them is missing. */
export async function findAgentTools(
  programs: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const root = await findTree(AGENT_TOOLS, env);
  const path = [...(root === undefined ? [] : [join(root, SCRIPTS)]), hostPath(env)].join(delimiter);
  return (await hasAll(path, programs)) ? path : undefined;
}

/** Installs the programs before the tests run. When that fails, the tests of the agent fail. */
export async function installAgentTools(log: (line: string) => void): Promise<void> {
  try {
    await agentToolsPath(process.env, log);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    log('The programs of the agent could not be installed: its tests will fail.');
  }
}
