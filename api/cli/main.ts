import { once } from 'node:events';
import { createAccessEpoch } from '../../shared/access/stores/session-store.js';
import { killAt } from '../../shared/platform/failpoints.js';
import { closeRedis, openRequestRedis } from '../../shared/platform/redis/redis.js';
import { createStores } from '../../shared/composition/deps.js';
import { help, interruptionOf, readCommand, runCommand } from './run-cli.js';
import { printLinesTo } from './terminal.js';
import { withMongo } from './with-mongo.js';

const REDIS_MS = 10_000;
const args = process.argv.slice(2);

if (args.length === 0 || args[0] === '--help') {
  printLinesTo(process.stdout, help());
} else {
  await withMongo('cli', async ({ env, mongo, log }) => {
    const { command, options } = readCommand(args);
    const changeAccessEpoch = async (): Promise<boolean> => {
      const redis = openRequestRedis(env.redis, log);
      try {
        // A command before that would fail.
        await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) }).catch(() => undefined);
        return await createAccessEpoch(redis).change();
      } finally {
        await closeRedis(redis);
      }
    };
    return runCommand(
      {
        stores: createStores(mongo.models, env),
        env,
        now: () => new Date(),
        failpoint: killAt(env.killAt),
        changeAccessEpoch,
        output: process.stdout,
        interrupted: interruptionOf(command),
      },
      command,
      options,
    );
  });
}
