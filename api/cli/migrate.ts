import { migrate } from '../../shared/composition/migrate.js';
import { withMongo } from './with-mongo.js';

await withMongo('migrate', async ({ env, mongo }) => {
  let lines = 0;
  const differences = await migrate(mongo.models, env, (line) => {
    lines += 1;
    process.stdout.write(`${line}\n`);
  });
  if (lines === 0) process.stdout.write('Nothing to do: every collection and index is there\n');
  return differences.length === 0 ? 0 : 1;
});
