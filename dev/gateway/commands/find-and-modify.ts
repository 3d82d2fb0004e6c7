import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { PostgresError } from '../postgres/postgres-error.js';
import type { Handler } from './context.js';
import { describeViolation } from './describe-duplicates.js';
import { isUpsert, repeatOnConflict } from './repeat.js';

/** Changes one document and returns it. */
export const findAndModify: Handler = async (context, command) => {
  const sql = 'SELECT p_result FROM documentdb_api.find_and_modify($1, $2::documentdb_core.bson, $3)';
  try {
    const [row] = await repeatOnConflict(context, command, false, () =>
      context.query(command, sql, [command.database, command.body, command.retryId]),
    );
    if (!row?.[0]) throw new CommandError(CODE.internal, 'findAndModify gave no answer');
    return row[0];
  } catch (error) {
    if (!(error instanceof PostgresError) || mongoCode(error.sqlState, false) !== CODE.duplicateKey)
      throw error;
    const { transaction } = command;
    if (transaction && isUpsert(command.body) && context.gateway.transactions.mayHaveRaced(transaction)) {
      throw new CommandError(CODE.writeConflict, error.message);
    }
    throw await describeViolation(context, command, error);
  }
};
