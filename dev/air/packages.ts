import { lstat, readdir, rename, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianTree, type InstallOptions, installTree } from '../../stand-in/install/debian-tree.js';
import { wrapProgram } from '../../stand-in/install/wrap-program.js';

/** Folders of the root that Debian's installer replaces by links into `usr`. */
const MERGED = ['bin', 'lib', 'lib64', 'sbin'] as const;

const AIR: DebianTree = {
  name: 'air',
  recipe: 2,
  title: 'QEMU, a kernel and the programs of access points and clients',
  // The guest has no host: all of its libraries are fetched. The suite is fixed with the kernel and hostapd.
  source: { suite: 'bookworm', hasHostPackages: false },
  packages: [
    ...['qemu-system-x86', 'linux-image-amd64', 'busybox-static', 'dash'],
    ...['hostapd', 'wpasupplicant', 'iw', 'wireless-regdb'],
    ...['iproute2', 'nftables', 'dnsmasq-base', 'jq', 'curl', 'freeradius'],
  ],
  async finish(root) {
    for (const folder of MERGED) {
      await moveInto(join(root, folder), join(root, 'usr', folder));
      await symlink(`usr/${folder}`, join(root, folder));
    }
    await wrapProgram(root, 'usr/bin/qemu-system-x86_64', []);
  },
};

/** Moves a folder's entries into another folder, which may have some of the same subfolders. */
async function moveInto(from: string, to: string): Promise<void> {
  const there = await lstat(to).catch(() => undefined);
  if (there === undefined) {
    await rename(from, to);
    return;
  }
  for (const entry of await readdir(from)) {
    await moveInto(join(from, entry), join(to, entry));
  }
  await rmdir(from);
}

/**
 * The folder with the programs of the bench in the user's cache, fetched from Debian if they are not there. Throws if
 * this host cannot fetch them or has another processor.
 */
export async function installAir(options: InstallOptions): Promise<string> {
  if (process.arch !== 'x64') throw new Error('the radios run on x86-64 only');
  return installTree(AIR, options);
}
