import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianTree, type InstallOptions, installTree } from '../../stand-in/install/debian-tree.js';
import { mergeUsr } from '../../stand-in/install/merge-usr.js';

/** The programs of BusyBox that openwisp-config calls. */
const APPLETS =
  'awk basename cat chmod cp cut date echo env find grep gunzip gzip head md5sum mkdir mv printf rm sed seq sh sleep sort tail touch tr'.split(
    ' ',
  );

const PROGRAMS: DebianTree = {
  name: 'openwisp',
  recipe: 1,
  title: 'BusyBox, curl and Lua for openwisp-config',
  // They run in a root of their own, with their own libraries. The suite is fixed with the version of Lua.
  source: { suite: 'bookworm', hasHostPackages: false },
  packages: ['busybox', 'curl', 'lua5.1', 'lua-filesystem', 'tar'],
  async finish(root) {
    await mkdir(join(root, 'usr/sbin'), { recursive: true });
    await mergeUsr(root);
    for (const applet of APPLETS) await symlink('busybox', join(root, 'usr/bin', applet));
    await symlink('lua5.1', join(root, 'usr/bin/lua'));
  },
};

/** The folder with the programs in the user's cache. Throws if they are not there and this host cannot fetch them. */
export function installOpenwispPrograms(options: InstallOptions): Promise<string> {
  return installTree(PROGRAMS, options);
}
