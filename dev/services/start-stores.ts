import { mkdir } from 'node:fs/promises';
import { startMongo } from './mongo/start-mongo.js';
import { startRedis } from './redis/start-redis.js';

export interface StoresOptions {
  /** Where both keep their data; made when missing. */
  readonly dataDir: string;
  /** Whether what is written must survive a crash of the machine. Tests do without. */
  readonly durable: boolean;
  /** Whether MongoDB offers its test commands, such as fail points. */
  readonly testCommands?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly mongoPort?: number;
  readonly redisPort?: number;
  readonly log: (line: string) => void;
}

export interface Stores {
  readonly mongodbUri: string;
  readonly redisUrl: string;
  /** Stops what was started here; a store that was given by its address is left alone. */
  stop(): Promise<void>;
}

interface Store {
  readonly address: string;
  stop(): Promise<void>;
}

function given(address: string | undefined): Store | undefined {
  if (address === undefined || address === '') return undefined;
  return { address, stop: () => Promise.resolve() };
}

async function mongoStore(options: StoresOptions): Promise<Store> {
  const env = options.env ?? process.env;
  const forced = env['AIRFLEET_STORE'];
  const byUri =
    forced === undefined || forced === '' || forced === 'uri' ? given(env['MONGODB_URI']) : undefined;
  if (byUri) return byUri;
  const { mongoPort, ...rest } = options;
  const mongo = await startMongo({ ...rest, ...(mongoPort === undefined ? {} : { port: mongoPort }) });
  return { address: mongo.uri, stop: () => mongo.stop() };
}

async function redisStore(options: StoresOptions): Promise<Store> {
  const byUrl = given((options.env ?? process.env)['REDIS_URL']);
  if (byUrl) return byUrl;
  const { redisPort, ...rest } = options;
  const redis = await startRedis({ ...rest, ...(redisPort === undefined ? {} : { port: redisPort }) });
  return { address: redis.url, stop: () => redis.stop() };
}

/**
 * A MongoDB and a Redis to work with: the ones that MONGODB_URI and REDIS_URL name, else ones started here,
 * which end with this process. Throws one clear error when a store can be neither found nor started.
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
  // Half of what was asked for is nothing: the other one is stopped, and the reason told.
  const reasons: string[] = [];
  for (const store of [mongo, redis]) {
    if (store.status === 'fulfilled') await store.value.stop();
    else reasons.push(store.reason instanceof Error ? store.reason.message : String(store.reason));
  }
  throw new Error(reasons.join('\n\n'));
}
