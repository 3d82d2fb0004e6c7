import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Parameter, Row } from '../postgres/connection.js';
import type { Command } from '../wire/command.js';
import { elementsOf } from '../wire/elements.js';
import type { Context, Handler } from './context.js';
import { describeViolation } from './describe-duplicates.js';
import { isSet, isUpsert, retryOnConflict } from './retry.js';

const SQL = 'SELECT p_result FROM documentdb_api.find_and_modify($1, $2::documentdb_core.bson, $3)';

function answerOf(rows: readonly Row[]): Buffer {
  const answer = rows[0]?.[0];
  if (!answer) throw new CommandError(CODE.internal, 'findAndModify gave no answer');
  return answer;
}

/** The same command without its upsert. */
function withoutUpsert(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (const { name, valueStart, end } of elementsOf(copy)) {
    if (name === 'upsert') copy.fill(0, valueStart, end);
  }
  return copy;
}

/** Whether the answer's lastErrorObject reports a changed document. */
function foundOne(answer: Buffer): boolean {
  const outcome = [...elementsOf(answer)].find(({ name }) => name === 'lastErrorObject');
  if (!outcome) return false;
  const found = [...elementsOf(answer, outcome.valueStart)].find(({ name }) => name === 'updatedExisting');
  return found !== undefined && answer[found.valueStart] === 1;
}

/**
 * Runs the command. A removal runs under repeatable read, because the engine otherwise skips a document that another
 * client is changing.
 */
async function modify(context: Context, command: Command): Promise<Buffer> {
  const parameters: Parameter[] = [command.database, command.body, command.retryId];
  const strict = isSet(command.body, 'remove') && !command.transaction;
  return answerOf(
    await retryOnConflict(context, command, false, () =>
      strict ? context.queryStrictly(command, SQL, parameters) : context.query(command, SQL, parameters),
    ),
  );
}

/**
 * Runs an upsert as an update, then, if there is no document, as an upsert under repeatable read. The engine's upsert
 * otherwise overwrites a document that another client inserted at the same moment.
 */
async function upsert(context: Context, command: Command): Promise<Buffer> {
  const changed = await modify(context, { ...command, body: withoutUpsert(command.body) });
  if (foundOne(changed)) return changed;
  // Under repeatable read the engine cannot create a collection that another client creates at the same moment.
  const create = 'SELECT documentdb_api.create_collection($1, $2)';
  await retryOnConflict(context, command, false, () =>
    context.query(command, create, [command.database, command.target]),
  );
  // The engine has stored the update, which found nothing, under the write's own id.
  const retryId = command.retryId && `${command.retryId}:upsert`;
  const run = (): Promise<Row[]> =>
    context.queryStrictly(command, SQL, [command.database, command.body, retryId]);
  return answerOf(await retryOnConflict(context, command, true, run));
}

/** Handles findAndModify. */
export const findAndModify: Handler = async (context, command) => {
  const { transaction } = command;
  const upserts = isUpsert(command.body);
  try {
    return await (upserts && !transaction ? upsert : modify)(context, command);
  } catch (error) {
    if (!(error instanceof PostgresError) || mongoCode(error.sqlState, false) !== CODE.duplicateKey)
      throw error;
    if (transaction && upserts && context.gateway.transactions.mayHaveRaced(transaction)) {
      throw new CommandError(CODE.writeConflict, error.message);
    }
    throw await describeViolation(context, command, error);
  }
};
