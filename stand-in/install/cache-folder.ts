import { access, constants, mkdir } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The project's folder in XDG_CACHE_HOME, else in ~/.cache, else in the temporary folder. */
export async function cacheFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const homes = [env['XDG_CACHE_HOME'], join(homedir(), '.cache')];
  for (const home of homes) {
    if (home === undefined || home === '') continue;
    const folder = join(home, 'airfleet');
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // Not writable, such as the missing home of a service account: try the next one.
    }
  }
  const folder = join(tmpdir(), `airfleet-cache-${userInfo().uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
