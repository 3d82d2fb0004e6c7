import { createServer, type Server, type Socket } from 'node:net';
import type { Gateway } from './commands/context.js';
import { serveClient } from './client.js';
import { PostgresPool } from './postgres/pool.js';
import { Cursors } from './sessions/cursors.js';
import { Transactions } from './sessions/transactions.js';

export interface GatewayOptions {
  readonly port: number;
  readonly socketPath: string;
}

export interface RunningGateway {
  close(): Promise<void>;
}

// As many as keep two to eight cores busy while some of them wait for locks or the disk.
const STATEMENTS = 32;
const PINNED = 96;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Listens for MongoDB clients on loopback and answers them from the PostgreSQL behind `socketPath`. */
export async function serve({ port, socketPath }: GatewayOptions): Promise<RunningGateway> {
  const clients = new Set<Socket>();
  const dropClients = (): void => {
    for (const client of clients) client.destroy();
  };
  const pool = new PostgresPool({
    socketPath,
    settings: { user: 'postgres', database: 'postgres', application_name: 'gateway' },
    statements: STATEMENTS,
    pinned: PINNED,
    // All clients lose their connection at once, as they would with the server itself.
    onLost: dropClients,
  });
  const gateway: Gateway = {
    pool,
    cursors: new Cursors(),
    transactions: new Transactions(pool),
    port,
    startedAt: Date.now(),
  };
  let connections = 0;
  const server = createServer((socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
    serveClient(gateway, socket, ++connections);
  });
  await listen(server, port);
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      dropClients();
      gateway.cursors.close();
      gateway.transactions.close();
      pool.close();
      await closed;
    },
  };
}
