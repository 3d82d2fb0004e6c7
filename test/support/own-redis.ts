import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis, type RedisHandle } from '../../dev/services/redis/start-redis.js';
import { unprotected } from './unprotected/switch.js';

/** A Redis of a test's own, to do to it what a Redis may suffer. It keeps nothing over a restart. */
export class OwnRedis {
  private constructor(
    private readonly folder: string,
    private handle: RedisHandle,
  ) {}

  static async start(): Promise<OwnRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-redis-'));
    return new OwnRedis(folder, await startIn(folder));
  }

  /** For REDIS_URL; the same after a restart. */
  get url(): string {
    // The driver takes options from the address before ours: patience that is no number is none at all.
    const impatience = unprotected() === 'redis-patience' ? '?commandTimeout=none&socketTimeout=3600000' : '';
    return this.handle.url + impatience;
  }

  kill(): Promise<void> {
    return this.handle.kill();
  }

  /** Empty, on the same port. */
  async startAgain(): Promise<void> {
    this.handle = await startIn(this.folder, this.handle.port);
  }

  pause(): Promise<void> {
    return this.handle.pause();
  }

  resume(): Promise<void> {
    return this.handle.resume();
  }

  flush(): Promise<void> {
    return this.tell((client) => client.flushall());
  }

  /** From now on every write is refused: the memory is used up and nothing may be evicted. */
  refuseWrites(): Promise<void> {
    return this.tell((client) => client.config('SET', 'maxmemory', '1'));
  }

  takeWrites(): Promise<void> {
    return this.tell((client) => client.config('SET', 'maxmemory', '0'));
  }

  async close(): Promise<void> {
    await this.handle.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async tell(command: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.handle.url);
    try {
      await command(client);
    } finally {
      client.disconnect();
    }
  }
}

function startIn(dataDir: string, port?: number): Promise<RedisHandle> {
  return startRedis({
    dataDir,
    durable: false,
    log: () => undefined,
    ...(port === undefined ? {} : { port }),
  });
}
