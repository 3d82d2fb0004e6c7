import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../test/fixtures/eventually.js';

const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

/** A process that runs `npm run services`. */
export interface Services {
  readonly pid: number;
  /** Waits for the two addresses that it prints. */
  addresses(): Promise<{ mongodbUri: string; redisUrl: string }>;
  signal(name: NodeJS.Signals): void;
  /** Waits for its end. Returns its exit code, null after a signal, and its error output. */
  ended(): Promise<{ code: number | null; said: string }>;
}

/** Starts it on the folder with these variables, in an environment without addresses of stores. */
export function runServices(folder: string, variables: NodeJS.ProcessEnv = {}): Services {
  const { MONGODB_URI: _uri, REDIS_URL: _url, AIRFLEET_STORE: _store, ...rest } = process.env;
  const child = spawn(process.execPath, [MAIN, folder], {
    env: { ...rest, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exit = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    addresses: () =>
      eventually('the two addresses', () => {
        const mongodbUri = /^MONGODB_URI=(.*)$/m.exec(printed)?.[1];
        const redisUrl = /^REDIS_URL=(.*)$/m.exec(printed)?.[1];
        if (child.exitCode !== null) throw new Error(`the services ended: ${said}`);
        return mongodbUri && redisUrl ? { mongodbUri, redisUrl } : undefined;
      }),
    signal: (name) => child.kill(name),
    ended: async () => {
      const [code] = (await exit) as [number | null];
      return { code, said };
    },
  };
}
