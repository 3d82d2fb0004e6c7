import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const { port: chosen } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return chosen;
}

/** Whether the port is free. @throws Error when listening fails for another reason, such as a foreign address */
export async function portIsFree(port: number, host: string): Promise<boolean> {
  try {
    await listenOnce(port, host);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** A free port. */
export function unusedPort(host: string): Promise<number> {
  return listenOnce(0, host);
}
