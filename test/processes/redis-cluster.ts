import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { unusedPort } from '../../dev/demo/ports.js';
import { startRedis, type RedisHandle } from '../../stand-in/redis/start-redis.js';
import { eventually } from '../fixtures/eventually.js';

const SLOTS = 16_384;
const NODES = 3;

/** Three servers in one Redis Cluster of the test's own. */
export interface RedisCluster {
  readonly url: string;
  /** The number of matching keys on each node. */
  keys(pattern: string): Promise<number[]>;
  stop(): Promise<void>;
}

interface Node {
  readonly server: RedisHandle;
  readonly busPort: number;
  readonly client: Redis;
}

/** Starts the nodes, assigns the slots and joins the nodes. Returns once every node reports the cluster as complete. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'airfleet-cluster-'));
  const nodes: Node[] = [];
  const stop = async (): Promise<void> => {
    for (const { client, server } of nodes) {
      client.disconnect();
      await server.stop();
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < NODES; index += 1) nodes.push(await startNode(folder, index));
    await introduce(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis+cluster://${nodes.map(({ server }) => `127.0.0.1:${server.port}`).join(',')}`,
    keys: (pattern) => Promise.all(nodes.map(async ({ client }) => (await client.keys(pattern)).length)),
    stop,
  };
}

async function startNode(folder: string, index: number): Promise<Node> {
  // The default port of the cluster bus is 10,000 higher, which may exceed the last port.
  const busPort = await unusedPort('127.0.0.1');
  const server = await startRedis({
    dataDir: join(folder, String(index)),
    durable: false,
    args: ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
    log: () => undefined,
  });
  return { server, busPort, client: new Redis(server.url) };
}

async function introduce(nodes: readonly Node[]): Promise<void> {
  for (const [index, { client }] of nodes.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / nodes.length));
    await client.cluster('ADDSLOTSRANGE', from ?? 0, (to ?? 0) - 1);
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
  }
  const [first, ...others] = nodes;
  for (const { server, busPort } of others)
    await first?.client.call('CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
  await eventually('the cluster is complete', async () => {
    const infos = await Promise.all(nodes.map(({ client }) => client.cluster('INFO')));
    return infos.every(
      (info) => /cluster_state:ok/.test(info) && info.includes(`cluster_known_nodes:${NODES}`),
    );
  });
}
