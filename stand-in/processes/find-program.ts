import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The full path of the first of these programs on the PATH. */
export async function findProgram(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
      const path = join(folder, name);
      const runs = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runs) return path;
    }
  }
  return undefined;
}
