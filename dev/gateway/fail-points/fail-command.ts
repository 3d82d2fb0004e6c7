import type { Document } from 'bson';
import Joi from 'joi';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command } from '../wire/command.js';
import { elementsOf, stringOf } from '../wire/elements.js';

/** What `failCommand` does to the commands it names. */
export interface FailCommand {
  readonly failCommands: readonly string[];
  readonly closeConnection: boolean;
  readonly blockConnection: boolean;
  readonly blockTimeMS: number;
  readonly errorCode?: number;
  /** The labels of the answer in place of those that the server would add. */
  readonly errorLabels?: readonly string[];
  readonly writeConcernError?: Document;
  /** Only commands of clients with this application name. */
  readonly appName?: string;
  /** Only commands on this `<database>.<collection>`. */
  readonly namespace?: string;
}

const DATA = Joi.object<FailCommand>({
  failCommands: Joi.array().items(Joi.string()).required(),
  closeConnection: Joi.boolean().default(false),
  blockConnection: Joi.boolean().default(false),
  blockTimeMS: Joi.number()
    .integer()
    .min(0)
    .default(0)
    .when('blockConnection', { is: true, then: Joi.required() }),
  errorCode: Joi.number().integer(),
  errorLabels: Joi.array().items(Joi.string()),
  writeConcernError: Joi.object({ code: Joi.number().integer().required() }).unknown(),
  appName: Joi.string(),
  namespace: Joi.string(),
})
  .required()
  .prefs({ convert: false });

/** Reads the `data` of a failCommand fail point. Throws CommandError when it is not usable. */
export function readFailCommand(data: unknown): FailCommand {
  const read = DATA.validate(data);
  if (read.error) throw new CommandError(CODE.badValue, `failCommand: ${read.error.message}`);
  return read.value;
}

// Both spellings of a command are the same command: findAndModify, findandmodify.
function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** `<database>.<collection>` of a command; a getMore names its collection in a field of its own. */
function namespaceOf({ name, database, target, body }: Command): string {
  if (name !== 'getMore') return `${database}.${target}`;
  const collection = [...elementsOf(body)].find((element) => element.name === 'collection');
  return `${database}.${collection ? stringOf(body, collection) : ''}`;
}

/** Whether the fail point concerns this command of a client with this application name. */
export function concerns(fail: FailCommand, command: Command, appName: string): boolean {
  if (!fail.failCommands.some((name) => sameName(name, command.name))) return false;
  if (fail.appName !== undefined && fail.appName !== appName) return false;
  return fail.namespace === undefined || fail.namespace === namespaceOf(command);
}
