import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DebianTree, findTree, installTree } from '../services/install/debian-tree.js';
import { findProgram } from '../services/processes/find-program.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;
const PROGRAM = 'usr/bin/airfleet-chromium';

const CHROMIUM: DebianTree = {
  name: 'chromium',
  recipe: 1,
  title: 'chromium for the browser tests',
  // A browser starts itself again and again and has to run by the host's own loader, so with the host's own C library.
  source: { suite: undefined, hasHostPackages: true },
  packages: ['chromium', 'fonts-dejavu-core'],
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

// The folder may be moved: everything is found relative to the script.
const START = `#!/bin/sh
root=$(cd "\${0%/*}/../.." && pwd)
libraries=$(ls -d "$root"/usr/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/*/ "$root"/lib/*-linux-gnu 2>/dev/null | tr '\\n' ':')
export LD_LIBRARY_PATH="$libraries$LD_LIBRARY_PATH" FONTCONFIG_FILE="$root/etc/airfleet/fonts.conf"
exec "$root/usr/lib/chromium/chromium" "$@"
`;

/** The path of a browser that the browser tests can drive; undefined when this machine has none. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const onPath = await findProgram(NAMES, env);
  if (onPath !== undefined) return onPath;
  const root = await findTree(CHROMIUM, env);
  return root && join(root, PROGRAM);
}

/**
 * Makes sure that there is a browser: Debian's goes into the user's cache, which needs no root. Without one the
 * browser tests fail and say so.
 */
export async function installChromium(log: (line: string) => void): Promise<void> {
  if ((await findChromium()) !== undefined) return;
  try {
    await installTree(CHROMIUM, { env: process.env, log });
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    log('There is no chromium and none could be fetched: the browser tests will fail.');
  }
}
