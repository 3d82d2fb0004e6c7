import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DemoSecrets {
  readonly SESSION_SECRET: string;
  readonly ENCRYPTION_KEY: string;
}

/** The demo's own secrets: made at its first start and read from then on, by nobody but the user who started it. */
export async function readOrCreateSecrets(path: string): Promise<DemoSecrets> {
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null) return JSON.parse(existing) as DemoSecrets;
  const secrets = {
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  await mkdir(dirname(path), { recursive: true });
  // Whole or not at all: what was sealed with a lost key is lost too.
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(secrets), { mode: 0o600 });
  await rename(unfinished, path);
  return secrets;
}
