import { createServer } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

/**
 * Chooses a port of the loopback address: `wanted` if given, else the last one, which is stored in `noteFile`, else any
 * free port. Throws if `wanted` is taken.
 */
export async function choosePort(noteFile: string, wanted?: number): Promise<number> {
  if (wanted !== undefined) {
    if ((await tryPort(wanted)) === undefined) throw new Error(`Port ${wanted} is taken`);
    return wanted;
  }
  const noted = Number(await readFile(noteFile, 'utf8').catch(() => '0'));
  const port = (noted > 0 ? await tryPort(noted) : undefined) ?? (await tryPort(0));
  if (port === undefined) throw new Error('No port is free');
  await writeFile(noteFile, String(port));
  return port;
}
