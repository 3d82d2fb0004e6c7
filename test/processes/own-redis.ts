import { Redis } from 'ioredis';
import { startRedis, type RedisHandle } from '../../stand-in/redis/start-redis.js';
import { groundOf, OwnStore } from './own-store.js';
import { unprotected } from './unprotected/switch.js';

/** A Redis of the test's own, which a test can make fail. A restart loses its data. */
export class OwnRedis extends OwnStore<RedisHandle> {
  static async start(): Promise<OwnRedis> {
    return new OwnRedis(await groundOf(startRedis));
  }

  /** The value of REDIS_URL, which stays the same after a restart. */
  get url(): string {
    // The driver reads options from the URL before ours; a timeout that is not a number turns it off.
    const impatience = unprotected() === 'redis-timeout' ? '?commandTimeout=none&socketTimeout=3600000' : '';
    return this.handle.url + impatience;
  }

  flush(): Promise<void> {
    return this.send((client) => client.flushall());
  }

  /** Refuses every write from now on: the memory is full and eviction is off. */
  refuseWrites(): Promise<void> {
    return this.send((client) => client.config('SET', 'maxmemory', '1'));
  }

  takeWrites(): Promise<void> {
    return this.send((client) => client.config('SET', 'maxmemory', '0'));
  }

  private async send(command: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.handle.url);
    try {
      await command(client);
    } finally {
      client.disconnect();
    }
  }
}
