import { parseArgs } from 'node:util';
import { UsageError, type CliCommand, type CliContext, type CliOptions } from './command.js';
import { auditTail } from './commands/audit-tail.js';
import { convertMeraki, convertOpenwisp, convertUnifi } from './commands/convert.js';
import { firmwarePublish, firmwareRelease } from './commands/firmware.js';
import { keysRotate } from './commands/keys-rotate.js';
import { meaningsLoad } from './commands/meanings-load.js';
import { openwispImportKeys } from './commands/openwisp-keys.js';
import { operatorCreate } from './commands/operator-create.js';
import { organisationCreate } from './commands/organisation-create.js';
import { rolloutsList, rolloutsShow } from './commands/rollouts-show.js';
import { rolloutsWatch } from './commands/rollouts-watch.js';
import { ssoProveDomain } from './commands/sso-prove-domain.js';
import { tokenCreate } from './commands/token-create.js';
import { ucentralCa, ucentralCertificate } from './commands/ucentral.js';
import { tokenList, tokenRevoke } from './commands/token-list.js';
import { upgradesStuck } from './commands/upgrades-stuck.js';
import { userSecondFactorReset } from './commands/user-second-factor-reset.js';
import { userDisable, userEnable, userPassword } from './commands/user-access.js';
import { userCreate } from './commands/user-create.js';
import { userForget } from './commands/user-forget.js';
import { webhooksDeliveries } from './commands/webhooks-deliveries.js';
import { printTo } from './terminal.js';
import { interruption } from './with-mongo.js';

const COMMANDS: readonly CliCommand[] = [
  operatorCreate,
  organisationCreate,
  userCreate,
  userPassword,
  userSecondFactorReset,
  userDisable,
  userEnable,
  userForget,
  tokenCreate,
  tokenList,
  tokenRevoke,
  firmwarePublish,
  firmwareRelease,
  upgradesStuck,
  rolloutsList,
  rolloutsShow,
  rolloutsWatch,
  auditTail,
  webhooksDeliveries,
  ssoProveDomain,
  keysRotate,
  meaningsLoad,
  convertMeraki,
  convertOpenwisp,
  convertUnifi,
  openwispImportKeys,
  ucentralCa,
  ucentralCertificate,
];

/** The usage text of `npm run cli`. */
export function help(): string {
  const lines = COMMANDS.map(({ name, summary, usage }) => `  ${name} ${usage}\n      ${summary}`);
  return `npm run cli -- COMMAND OPTIONS\n\n${lines.join('\n')}`;
}

/** The typed command and its options. @throws UsageError when the command is unknown */
export function readCommand(args: readonly string[]): { command: CliCommand; options: readonly string[] } {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, 2).join(' '));
  if (!command) throw new UsageError(help());
  return { command, options: args.slice(2) };
}

/** The signal for a command's context. Ctrl-C and SIGTERM end a command at once unless it follows something. */
export function interruptionOf({ follows }: Pick<CliCommand, 'follows'>): AbortSignal {
  return follows === true ? interruption() : new AbortController().signal;
}

/** Runs a command and returns the exit code. @throws UsageError that names the invalid options */
export async function runCommand(
  context: Omit<CliContext, 'print'>,
  command: CliCommand,
  args: readonly string[],
): Promise<number> {
  const { options, positional } = command;
  let values: CliOptions;
  try {
    const end = args.findIndex((arg) => arg.startsWith('-'));
    const leading = positional === undefined ? [] : args.slice(0, end === -1 ? args.length : end);
    // Further ones are refused, unless the option may be repeated.
    const given = options[positional ?? '']?.multiple === true ? leading : leading.slice(0, 1);
    const named = [...given.map((value) => `--${positional}=${value}`), ...args.slice(given.length)];
    ({ values } = parseArgs({ args: named, options, strict: true }));
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\n${command.name} ${command.usage}`,
    );
  }
  const print = (line: string): void => {
    printTo(context.output, line);
  };
  return command.run({ ...context, print }, values);
}
