import { type DebianTree, type InstallOptions, installTree } from '../../stand-in/install/debian-tree.js';
import { mergeUsr } from '../../stand-in/install/merge-usr.js';
import { wrapProgram } from '../../stand-in/install/wrap-program.js';

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
    await mergeUsr(root);
    await wrapProgram(root, 'usr/bin/qemu-system-x86_64', []);
  },
};

/**
 * The folder with the programs of the bench in the user's cache, fetched from Debian if they are not there. Throws if
 * this host cannot fetch them or has another processor.
 */
export async function installAir(options: InstallOptions): Promise<string> {
  if (process.arch !== 'x64') throw new Error('the radios run on x86-64 only');
  return installTree(AIR, options);
}
