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
    const closed = server.listening ? once(server, 'close') : Promise.resolve();
    server.close();
    await closed;
  }
}

/** Ports that are tried when others take them. */
const MAX_ATTEMPTS = 4;

/**
 * Runs `start` with a port of the loopback address: `wanted` if given, else the last one, which is stored in `portFile`,
 * else any free port. When `start` fails because another program has taken the port meanwhile, it runs again with
 * another one. Throws if `wanted` is taken, and what `start` throws.
 */
export async function startOnPort<Started>(
  portFile: string,
  wanted: number | undefined,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(portFile, wanted);
    try {
      return await start(port);
    } catch (error) {
      const wasTaken = (await tryPort(port)) === undefined;
      if (!wasTaken || wanted !== undefined || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function choosePort(portFile: string, wanted?: number): Promise<number> {
  if (wanted !== undefined) {
    if ((await tryPort(wanted)) === undefined) throw new Error(`Port ${wanted} is taken`);
    return wanted;
  }
  const noted = Number(await readFile(portFile, 'utf8').catch(() => '0'));
  const port = (noted > 0 ? await tryPort(noted) : undefined) ?? (await tryPort(0));
  if (port === undefined) throw new Error('No port is free');
  await writeFile(portFile, String(port));
  return port;
}
