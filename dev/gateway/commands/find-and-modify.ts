import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Parameter, Row } from '../postgres/connection.js';
import type { Command } from '../wire/command.js';
import { elementsOf } from '../wire/elements.js';
import type { Context, Handler } from './context.js';
import { describeViolation } from './describe-duplicates.js';
import { isSet, isUpsert, repeatOnConflict } from './repeat.js';

const SQL = 'SELECT p_result FROM documentdb_api.find_and_modify($1, $2::documentdb_core.bson, $3)';

function answerOf(rows: readonly Row[]): Buffer {
  const answer = rows[0]?.[0];
  if (!answer) throw new CommandError(CODE.internal, 'findAndModify gave no answer');
  return answer;
}

/** The same command, which leaves things as they are when it finds no document. */
function withoutUpsert(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (const { name, valueStart, end } of elementsOf(copy)) {
    if (name === 'upsert') copy.fill(0, valueStart, end);
  }
  return copy;
}

/** Whether the answer's lastErrorObject tells of a document that was changed. */
function foundOne(answer: Buffer): boolean {
  const outcome = [...elementsOf(answer)].find(({ name }) => name === 'lastErrorObject');
  if (!outcome) return false;
  const found = [...elementsOf(answer, outcome.valueStart)].find(({ name }) => name === 'updatedExisting');
  return found !== undefined && answer[found.valueStart] === 1;
}

/**
 * Runs the command as the engine does; but what is to be removed the engine would pass over, as if it were not
 * there, while somebody changes it.
 */
async function modify(context: Context, command: Command): Promise<Buffer> {
  const parameters: Parameter[] = [command.database, command.body, command.retryId];
  const strict = isSet(command.body, 'remove') && !command.transaction;
  return answerOf(
    await repeatOnConflict(context, command, false, () =>
      strict ? context.queryStrictly(command, SQL, parameters) : context.query(command, SQL, parameters),
    ),
  );
}

/**
 * The engine inserts on behalf of an upsert over whatever another one has inserted since, and the other's
 * change is lost. So the insert is tried only when there is nothing to change, and under an isolation that
 * makes the loser fail and try again.
 */
async function upsert(context: Context, command: Command): Promise<Buffer> {
  const changed = await modify(context, { ...command, body: withoutUpsert(command.body) });
  if (foundOne(changed)) return changed;
  // Under the stricter isolation the engine cannot create a collection that another client creates.
  const create = 'SELECT documentdb_api.create_collection($1, $2)';
  await repeatOnConflict(context, command, false, () =>
    context.query(command, create, [command.database, command.target]),
  );
  // The first try was noted under the write's own name, as one that found nothing.
  const retryId = command.retryId && `${command.retryId}:upsert`;
  const run = (): Promise<Row[]> =>
    context.queryStrictly(command, SQL, [command.database, command.body, retryId]);
  return answerOf(await repeatOnConflict(context, command, true, run));
}

/** Changes one document and returns it. */
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
