import { setTimeout as wait } from 'node:timers/promises';
import { deserialize, type Document, serialize } from 'bson';
import { type Context, type Handler, reply } from '../commands/context.js';
import { CODE } from '../errors/codes.js';
import { CommandError, CloseConnection } from '../errors/command-error.js';
import { errorLabels } from '../errors/labels.js';
import { unsatisfiedConcern } from '../rules/concern-rules.js';
import type { Command } from '../wire/command.js';
import type { FailCommand } from './fail-command.js';

const MESSAGE = 'Failing command via a fail point';

function failure(code: number, labels: readonly string[] | undefined): CommandError {
  return new CommandError(code, MESSAGE, {}, labels);
}

/** Adds the write concern error of the fail point or of the command to the answer, with its labels. */
function withWriteConcernError(answer: Buffer, command: Command, fail?: FailCommand): Buffer {
  const writeConcernError = fail?.writeConcernError ?? unsatisfiedConcern(command);
  if (!writeConcernError) return answer;
  const labels = fail?.errorLabels ?? errorLabels(command, undefined, Number(writeConcernError['code']));
  return Buffer.from(
    serialize({
      ...deserialize(answer, { promoteValues: false }),
      writeConcernError,
      ...(labels.length > 0 ? { errorLabels: labels } : {}),
    }),
  );
}

/** Runs the command unless onPrimaryTransactionalWrite stops its write or its answer. */
async function runWrite(context: Context, command: Command, handler: Handler): Promise<Buffer> {
  const fail = context.gateway.failPoints?.forWrite(command);
  const answer = fail?.errorCode === undefined ? await handler(context, command) : undefined;
  if (fail?.closeConnection === true) throw new CloseConnection();
  return answer ?? Promise.reject(failure(fail?.errorCode ?? CODE.internal, undefined));
}

/** Runs a command under the configured fail points. Throws CloseConnection when there is no answer. */
export async function runWithFailPoints(
  context: Context,
  command: Command,
  handler: Handler,
): Promise<Buffer> {
  const fail = context.gateway.failPoints?.forCommand(command, context.appName);
  if (!fail) return withWriteConcernError(await runWrite(context, command, handler), command);
  if (fail.blockConnection) await wait(fail.blockTimeMS);
  if (fail.closeConnection) throw new CloseConnection();
  if (fail.errorCode !== undefined) throw failure(fail.errorCode, fail.errorLabels);
  return withWriteConcernError(await runWrite(context, command, handler), command, fail);
}

/** Sets a fail point. Like mongod, refuses unless test commands are enabled. */
export const configureFailPoint: Handler = ({ gateway }, command) => {
  if (!gateway.failPoints) {
    throw new CommandError(CODE.commandNotFound, "no such command: 'configureFailPoint'");
  }
  if (command.database !== 'admin') {
    throw new CommandError(
      CODE.unauthorized,
      'configureFailPoint may only be run against the admin database',
    );
  }
  const { mode, data } = deserialize(command.body) as { mode?: unknown; data?: Document };
  return reply({ count: gateway.failPoints.configure(command.target, mode, data ?? {}), ok: 1 });
};
