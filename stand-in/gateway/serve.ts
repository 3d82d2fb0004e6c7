import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from './client.js';
import type { Gateway } from './commands/context.js';
import { FailPoints } from './fail-points/fail-points.js';
import { PostgresPool } from './postgres/pool.js';
import { Cursors } from './sessions/cursors.js';
import { CollectionLocks } from './sessions/collection-locks.js';
import { forgetOldRetries, RememberedBatches } from './sessions/retries.js';
import { Transactions } from './sessions/transactions.js';

export interface GatewayOptions {
  readonly port: number;
  readonly socketPath: string;
  /** Whether clients may set fail points. */
  readonly testCommands: boolean;
  readonly transactionLifetimeSeconds: number;
}

export interface RunningGateway {
  close(): Promise<void>;
}

// Enough to keep two to eight cores busy while some statements wait for locks or the disk.
const STATEMENTS = 32;
const PINNED = 96;
const GRACE_MS = 2_000;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', backlog: 1_024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Listens for MongoDB clients on loopback and answers them from the PostgreSQL behind `socketPath`. */
export async function serve(options: GatewayOptions): Promise<RunningGateway> {
  const { port, socketPath, testCommands } = options;
  const clients = new Map<Socket, Client>();
  const dismissClients = (): void => {
    for (const client of clients.values()) client.drain();
  };
  const pool = new PostgresPool({
    socketPath,
    statements: STATEMENTS,
    pinned: PINNED,
    onAway: dismissClients,
  });
  const gateway: Gateway = {
    pool,
    cursors: new Cursors(),
    batches: new RememberedBatches(),
    locks: new CollectionLocks(),
    transactions: new Transactions(pool, options.transactionLifetimeSeconds * 1_000),
    failPoints: testCommands ? new FailPoints() : undefined,
    port,
    startedAt: Date.now(),
  };
  const forgetting = forgetOldRetries(pool);
  let connections = 0;
  const server = createServer((socket) => {
    if (pool.away) {
      socket.destroy();
      return;
    }
    clients.set(socket, new Client(gateway, socket, ++connections));
    socket.on('close', () => clients.delete(socket));
  });
  await listen(server, port);
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      dismissClients();
      // Commands that run may finish within the grace period.
      await Promise.race([closed, wait(GRACE_MS)]);
      for (const socket of clients.keys()) socket.destroy();
      clearInterval(forgetting);
      gateway.cursors.close();
      gateway.transactions.close();
      pool.close();
      await closed;
    },
  };
}
