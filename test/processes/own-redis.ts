import { Redis } from 'ioredis';
import { startRedis, type RedisHandle } from '../../dev/services/redis/start-redis.js';
import { groundOf, OwnStore } from './own-store.js';
import { unprotected } from './unprotected/switch.js';

/** A Redis of a test's own, to do to it what a Redis may suffer. It keeps nothing over a restart. */
export class OwnRedis extends OwnStore<RedisHandle> {
  static async start(): Promise<OwnRedis> {
    return new OwnRedis(await groundOf(startRedis));
  }

  /** For REDIS_URL; the same after a restart. */
  get url(): string {
    // The driver takes options from the address before ours: patience that is no number is none at all.
    const impatience = unprotected() === 'redis-timeout' ? '?commandTimeout=none&socketTimeout=3600000' : '';
    return this.handle.url + impatience;
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

  private async tell(command: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.handle.url);
    try {
      await command(client);
    } finally {
      client.disconnect();
    }
  }
}
