import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo, type MongoHandle } from '../../dev/services/mongo/start-mongo.js';

/** A MongoDB of a test's own, to be stopped, started again and paused. What was acknowledged it keeps. */
export class OwnMongo {
  private constructor(
    private readonly folder: string,
    private handle: MongoHandle,
  ) {}

  static async start(): Promise<OwnMongo> {
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-mongo-'));
    return new OwnMongo(folder, await startIn(folder));
  }

  /** The same after a restart. */
  get uri(): string {
    return this.handle.uri;
  }

  stop(): Promise<void> {
    return this.handle.stop();
  }

  async startAgain(): Promise<void> {
    this.handle = await startIn(this.folder, this.handle.port);
  }

  pause(): Promise<void> {
    return this.handle.pause();
  }

  resume(): Promise<void> {
    return this.handle.resume();
  }

  async close(): Promise<void> {
    await this.handle.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function startIn(dataDir: string, port?: number): Promise<MongoHandle> {
  return startMongo({
    dataDir,
    durable: false,
    log: () => undefined,
    ...(port === undefined ? {} : { port }),
  });
}
