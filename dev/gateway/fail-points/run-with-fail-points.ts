import { setTimeout as wait } from 'node:timers/promises';
import { deserialize, serialize } from 'bson';
import type { Context, Handler } from '../commands/context.js';
import { isOrdered, writesOf } from '../commands/batch.js';
import { CommandError, CloseConnection } from '../errors/command-error.js';
import { errorLabels } from '../errors/labels.js';
import { unsatisfiedConcern } from '../rules/concern-rules.js';
import type { Command } from '../wire/command.js';
import type { FailCommand } from './fail-command.js';

const MESSAGE = 'Failing command via a fail point';
const BATCHES = new Set(['insert', 'update', 'delete']);

function failure(code: number, labels: readonly string[] | undefined): CommandError {
  return new CommandError(code, MESSAGE, {}, labels);
}

/** The answer with the write concern error of the fail point or of the command, and the labels that belong to it. */
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

/** Runs the writes of a command unless onPrimaryTransactionalWrite stops them, or their answer. */
async function runWrite(context: Context, command: Command, handler: Handler): Promise<Buffer> {
  const { failPoints } = context.gateway;
  const fail = failPoints?.forWrite(command);
  if (!fail) return handler(context, command);
  if (fail.closeConnection) {
    await handler(context, command);
    throw new CloseConnection();
  }
  const { errorCode } = fail;
  if (errorCode === undefined) return handler(context, command);
  if (!BATCHES.has(command.name)) throw failure(errorCode, undefined);
  const failed = [0];
  const count = isOrdered(command) ? 1 : writesOf(command).length;
  for (let index = 1; index < count && failPoints?.forWrite(command); index++) failed.push(index);
  const writeErrors = failed.map((index) => ({ index, code: errorCode, errmsg: MESSAGE }));
  return Buffer.from(serialize({ n: 0, writeErrors, ok: 1 }));
}

/** Runs a command, or does to it what a fail point demands. Throws CloseConnection for no answer. */
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
