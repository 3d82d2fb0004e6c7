import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../shared/composition/database.js';
import type { RedisHandle } from '../../stand-in/redis/start-redis.js';
import type { Program } from '../load/program.js';

/** What faults disturb. */
export interface Disturbed {
  readonly mongo: Database;
  readonly redis: RedisHandle;
  readonly startWorker: () => Promise<Program>;
  /** The worker that is killed; another one stays. */
  worker: Program;
}

interface Fault {
  readonly name: string;
  /** Breaks something and mends it. */
  inject(disturbed: Disturbed): Promise<void>;
}

/** `InterruptedAtShutdown`: drivers repeat the command. */
const RETRIABLE = 11_600;
const PAUSE_MS = 2000;
const FAILED_COMMANDS = 50;

/** One of them is injected every other minute, in turns. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a worker is killed',
    async inject(disturbed) {
      await disturbed.worker.kill();
      disturbed.worker = await disturbed.startWorker();
    },
  },
  {
    name: 'Redis stops for two seconds',
    async inject({ redis }) {
      await redis.pause();
      await wait(PAUSE_MS);
      await redis.resume();
    },
  },
  {
    name: 'MongoDB fails fifty commands',
    async inject({ mongo }) {
      await mongo.connection
        .getClient()
        .db('admin')
        .command({
          configureFailPoint: 'failCommand',
          mode: { times: FAILED_COMMANDS },
          data: { failCommands: ['find', 'update', 'insert'], errorCode: RETRIABLE },
        });
    },
  },
];
