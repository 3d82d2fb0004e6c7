import { migrate } from '../../shared/composition/migrate.js';
import { printTo } from './terminal.js';
import { withMongo } from './with-mongo.js';

await withMongo('migrate', async ({ env, mongo }) => {
  let lines = 0;
  const differences = await migrate(mongo.models, env, (line) => {
    lines += 1;
    printTo(process.stdout, line);
  });
  if (lines === 0) printTo(process.stdout, 'Nothing to do: every collection and index is there');
  return differences.length === 0 ? 0 : 1;
});
