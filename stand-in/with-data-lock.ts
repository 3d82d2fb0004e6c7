import { join } from 'node:path';
import { tryLock } from './lock-file.mjs';
import type { StartOptions, StoreHandle, StoreOptions } from './store-handle.js';

/**
 * Starts a store under the lock of its data folder, which it holds until the store is stopped. Throws if the store is
 * already running, in this process or in another one.
 */
export async function withDataLock<Options extends StartOptions>(
  name: 'MongoDB' | 'Redis',
  options: Options,
  start: (options: Options & StoreOptions) => Promise<StoreHandle>,
): Promise<StoreHandle> {
  const lock = tryLock(join(options.dataDir, `${name.toLowerCase()}.lock`));
  if (!lock.release) {
    throw new Error(
      `The ${name} in ${options.dataDir} is already running, started by process ${lock.heldBy}`,
    );
  }
  const { release } = lock;
  try {
    const store = await start({ ...options, env: options.env ?? process.env });
    return {
      port: store.port,
      pause: () => store.pause(),
      resume: () => store.resume(),
      stop: () => store.stop().finally(release),
      kill: () => store.kill().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}
