import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartOptions, StoreHandle } from '../../stand-in/store-handle.js';

type Start<Handle> = (options: StartOptions) => Promise<Handle>;

/** The folder of a store, its start function and its running process. */
export interface Ground<Handle> {
  readonly folder: string;
  readonly start: Start<Handle>;
  readonly handle: Handle;
}

/** Creates a folder and starts a store in it. */
export async function groundOf<Handle>(start: Start<Handle>): Promise<Ground<Handle>> {
  const folder = await mkdtemp(join(tmpdir(), 'airfleet-own-store-'));
  return { folder, start, handle: await start(optionsOf(folder)) };
}

/** A store of the test's own, which can be stopped, killed, paused and restarted at the same address. */
export abstract class OwnStore<Handle extends StoreHandle> {
  protected handle: Handle;

  protected constructor(private readonly ground: Ground<Handle>) {
    this.handle = ground.handle;
  }

  stop(): Promise<void> {
    return this.handle.stop();
  }

  kill(): Promise<void> {
    return this.handle.kill();
  }

  async startAgain(): Promise<void> {
    const { folder, start } = this.ground;
    this.handle = await start({ ...optionsOf(folder), port: this.handle.port });
  }

  pause(): Promise<void> {
    return this.handle.pause();
  }

  resume(): Promise<void> {
    return this.handle.resume();
  }

  async close(): Promise<void> {
    await this.handle.stop();
    await rm(this.ground.folder, { recursive: true, force: true });
  }
}

function optionsOf(dataDir: string): StartOptions {
  return { dataDir, durable: false, testCommands: true, log: () => undefined };
}
