import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DemoSecrets {
  readonly SESSION_SECRET: string;
  readonly ENCRYPTION_KEY: string;
}

/**
 * Reads the demo's secrets, or creates them at the first start. Only the user who starts the demo can read the file.
 */
export async function readOrCreateSecrets(path: string): Promise<DemoSecrets> {
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null) return JSON.parse(existing) as DemoSecrets;
  const secrets = {
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  await mkdir(dirname(path), { recursive: true });
  // Written atomically: data encrypted with a lost key cannot be recovered.
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(secrets), { mode: 0o600 });
  await rename(unfinished, path);
  return secrets;
}
