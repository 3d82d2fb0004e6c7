import { parseArgs } from 'node:util';
import { UsageError, type CliCommand, type CliContext } from './command.js';
import { firmwarePublish, firmwareRelease } from './commands/firmware.js';
import { keysRotate } from './commands/keys-rotate.js';
import { operatorCreate } from './commands/operator-create.js';
import { organisationCreate } from './commands/organisation-create.js';
import { tokenCreate } from './commands/token-create.js';
import { tokenList, tokenRevoke } from './commands/token-list.js';
import { upgradesStuck } from './commands/upgrades-stuck.js';
import { userDisable, userEnable, userPassword } from './commands/user-access.js';
import { userCreate } from './commands/user-create.js';

const COMMANDS: readonly CliCommand[] = [
  operatorCreate,
  organisationCreate,
  userCreate,
  userPassword,
  userDisable,
  userEnable,
  tokenCreate,
  tokenList,
  tokenRevoke,
  firmwarePublish,
  firmwareRelease,
  upgradesStuck,
  keysRotate,
];

/** What `npm run cli` prints when it does not know what to do. */
export function help(): string {
  const lines = COMMANDS.map(({ name, summary, usage }) => `  ${name} ${usage}\n      ${summary}`);
  return `npm run cli -- COMMAND OPTIONS\n\n${lines.join('\n')}`;
}

/** The command that was typed and its options. @throws UsageError when there is none of that name */
export function readCommand(args: readonly string[]): { command: CliCommand; options: readonly string[] } {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, 2).join(' '));
  if (!command) throw new UsageError(help());
  return { command, options: args.slice(2) };
}

/** Runs it and gives the exit code. @throws UsageError naming what is wrong with its options */
export async function runCommand(
  context: CliContext,
  command: CliCommand,
  args: readonly string[],
): Promise<number> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: command.options, strict: true }));
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\n${command.name} ${command.usage}`,
    );
  }
  return command.run(context, values);
}
