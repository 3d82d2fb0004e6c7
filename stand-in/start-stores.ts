import { mkdir } from 'node:fs/promises';
import { startMongo } from './mongo/start-mongo.js';
import { startRedis } from './redis/start-redis.js';

export interface StoresOptions {
  /** The data folder of both stores. Created if missing. */
  readonly dataDir: string;
  /** Whether written data survives a crash of the machine. False in tests. */
  readonly durable: boolean;
  /** Whether MongoDB's test commands, such as fail points, are enabled. */
  readonly testCommands?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly mongoPort?: number;
  readonly redisPort?: number;
  readonly log: (line: string) => void;
}

export interface Stores {
  readonly mongodbUri: string;
  readonly redisUrl: string;
  /** Stops the stores that this process started. Leaves those alone that were given by address. */
  stop(): Promise<void>;
}

interface Store {
  readonly address: string;
  stop(): Promise<void>;
}

function external(address: string | undefined): Store | undefined {
  if (address === undefined || address === '') return undefined;
  return { address, stop: () => Promise.resolve() };
}

async function mongoStore(options: StoresOptions): Promise<Store> {
  const env = options.env ?? process.env;
  const forced = env['AIRFLEET_STORE'];
  const byUri =
    forced === undefined || forced === '' || forced === 'uri' ? external(env['MONGODB_URI']) : undefined;
  if (byUri) return byUri;
  const { mongoPort, ...rest } = options;
  const mongo = await startMongo({ ...rest, ...(mongoPort === undefined ? {} : { port: mongoPort }) });
  return { address: mongo.uri, stop: () => mongo.stop() };
}

async function redisStore(options: StoresOptions): Promise<Store> {
  const byUrl = external((options.env ?? process.env)['REDIS_URL']);
  if (byUrl) return byUrl;
  const { redisPort, ...rest } = options;
  const redis = await startRedis({ ...rest, ...(redisPort === undefined ? {} : { port: redisPort }) });
  return { address: redis.url, stop: () => redis.stop() };
}

/**
 * Returns the MongoDB and the Redis that MONGODB_URI and REDIS_URL name, else starts them; they end with this process.
 * Throws one error if a store can neither be found nor started.
 */
export async function startStores(options: StoresOptions): Promise<Stores> {
  await mkdir(options.dataDir, { recursive: true });
  const [mongo, redis] = await Promise.allSettled([mongoStore(options), redisStore(options)]);
  if (mongo.status === 'fulfilled' && redis.status === 'fulfilled') {
    return {
      mongodbUri: mongo.value.address,
      redisUrl: redis.value.address,
      stop: async () => {
        await Promise.all([mongo.value.stop(), redis.value.stop()]);
      },
    };
  }
  // If one store fails, the other one is stopped.
  const reasons: string[] = [];
  for (const store of [mongo, redis]) {
    if (store.status === 'fulfilled') await store.value.stop();
    else reasons.push(store.reason instanceof Error ? store.reason.message : String(store.reason));
  }
  throw new Error(reasons.join('\n\n'));
}
