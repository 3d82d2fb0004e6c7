import { createStores } from '../../shared/stores/stores.js';
import { help, readCommand, runCommand } from './run-cli.js';
import { withMongo } from './with-mongo.js';

const args = process.argv.slice(2);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (args.length === 0 || args[0] === '--help') {
  print(help());
} else {
  await withMongo('cli', async ({ env, mongo }) => {
    const { command, options } = readCommand(args);
    return runCommand(
      { stores: createStores(mongo.models), env, now: () => new Date(), print },
      command,
      options,
    );
  });
}
