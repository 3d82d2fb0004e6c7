import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { DryMongoBinary, MongoBinary } from 'mongodb-memory-server-core';
import { getOS } from 'mongodb-memory-server-core/lib/util/getos/index.js';
import { MongoBinaryDownloadUrl } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js';
import { cacheFolder } from '../install/cache-folder.js';

const VERSION = '8.0.15';
const PROBE_MS = 3_000;

/** Throws unless the archive can be reached. Without a network the download itself would retry for a long time. */
async function probeArchive(): Promise<void> {
  const system = { platform: platform(), arch: arch(), os: await getOS() };
  const url = await new MongoBinaryDownloadUrl({ version: VERSION, ...system }).getDownloadUrl();
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).catch(
    (error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      throw cause instanceof Error ? cause : error;
    },
  );
  if (!answer.ok) throw new Error(`its archive answered ${answer.status}`);
}

/** The path of a mongod in the user's cache, downloaded by mongodb-memory-server if it is not there. */
export async function downloadMongod(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<string> {
  const options = { version: VERSION, downloadDir: join(await cacheFolder(env), 'mongod') };
  const cached = await DryMongoBinary.locateBinary(options);
  if (cached !== undefined) return cached;
  await probeArchive();
  log('Fetching MongoDB (once)');
  return MongoBinary.getPath(options);
}
