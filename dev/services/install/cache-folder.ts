import { access, constants, mkdir } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The user's cache folder of this project: XDG_CACHE_HOME, else ~/.cache, else the temporary folder. */
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
      // Such as the home of a service account, which does not exist: the next one may do.
    }
  }
  const folder = join(tmpdir(), `airfleet-cache-${userInfo().uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
