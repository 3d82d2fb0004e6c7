import type { Document } from 'bson';
import Joi from 'joi';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command } from '../wire/command.js';
import { elementsOf, stringOf } from '../wire/elements.js';

/** The effect of `failCommand` on the commands that it names. */
export interface FailCommand {
  readonly failCommands: readonly string[];
  readonly closeConnection: boolean;
  readonly blockConnection: boolean;
  readonly blockTimeMS: number;
  readonly errorCode?: number;
  /** Replace the labels that the server would add. */
  readonly errorLabels?: readonly string[];
  readonly writeConcernError?: Document;
  /** Limits the fail point to clients with this application name. */
  readonly appName?: string;
  /** Limits the fail point to this `<database>.<collection>`. */
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

/** Reads the `data` of a failCommand fail point. Throws CommandError if it is invalid. */
export function readFailCommand(data: unknown): FailCommand {
  const read = DATA.validate(data);
  if (read.error) throw new CommandError(CODE.badValue, `failCommand: ${read.error.message}`);
  return read.value;
}

// MongoDB accepts findAndModify and findandmodify.
function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** The `<database>.<collection>` of a command. A getMore names its collection in a separate field. */
function namespaceOf({ name, database, target, body }: Command): string {
  if (name !== 'getMore') return `${database}.${target}`;
  const collection = [...elementsOf(body)].find((element) => element.name === 'collection');
  return `${database}.${collection ? stringOf(body, collection) : ''}`;
}

/** Whether the fail point applies to this command of a client with this application name. */
export function appliesTo(fail: FailCommand, command: Command, appName: string): boolean {
  if (!fail.failCommands.some((name) => sameName(name, command.name))) return false;
  if (fail.appName !== undefined && fail.appName !== appName) return false;
  return fail.namespace === undefined || fail.namespace === namespaceOf(command);
}
