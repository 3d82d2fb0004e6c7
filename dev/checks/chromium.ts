import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianTree, findTree, installTree } from '../../stand-in/install/debian-tree.js';
import { findProgram } from '../../stand-in/processes/find-program.js';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const;
const PROGRAM = 'usr/bin/airfleet-chromium';

const CHROMIUM: DebianTree = {
  name: 'chromium',
  recipe: 2,
  title: 'chromium for the browser tests',
  // The browser starts itself through the host's loader, so it must match the host's C library.
  source: { suite: undefined, hasHostPackages: true },
  packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
  async finish(root) {
    await mkdir(join(root, 'etc/airfleet'), { recursive: true });
    await writeFile(join(root, 'etc/airfleet/fonts.conf'), FONTS);
    await writeFile(join(root, PROGRAM), START, { mode: 0o755 });
  },
};

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">../../usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

// Paths are relative to the script, so that the folder can be moved.
const START = `#!/bin/sh
root=$(cd "\${0%/*}/../.." && pwd)
libraries=$(ls -d "$root"/usr/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/*/ "$root"/lib/*-linux-gnu 2>/dev/null | tr '\\n' ':')
export LD_LIBRARY_PATH="$libraries$LD_LIBRARY_PATH" FONTCONFIG_FILE="$root/etc/airfleet/fonts.conf"
exec "$root/usr/lib/chromium/chromium-headless-shell" "$@"
`;

/** The path of a Chromium for the browser tests; undefined when the machine has none. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const onPath = await findProgram(NAMES, env);
  if (onPath !== undefined) return onPath;
  const root = await findTree(CHROMIUM, env);
  return root && join(root, PROGRAM);
}

/**
 * Installs Debian's Chromium into the user's cache unless the machine has one; needs no root. When the installation
 * fails, the browser tests fail.
 */
export async function installChromium(log: (line: string) => void): Promise<void> {
  if ((await findChromium()) !== undefined) return;
  try {
    await installTree(CHROMIUM, { env: process.env, log });
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    log('Chromium is missing and could not be installed: the browser tests will fail.');
  }
}
