import { randomUUID } from 'node:crypto';
import { deserialize, type Document, serialize } from 'bson';
import { CODE, mongoCode } from '../errors/codes.js';
import { PostgresError } from '../postgres/postgres-error.js';
import { type Command, stagesOf } from '../wire/command.js';
import { collectionExists } from './catalog.js';
import type { Context, Handler } from './context.js';
import { describeMerge } from './describe-merge.js';

interface Aggregation {
  readonly source: unknown;
  readonly pipeline: readonly Document[];
  readonly rest: Document;
}

/** Reads the command. Every value keeps its BSON type. */
function read(command: Command): Aggregation {
  const { aggregate, pipeline, ...rest } = deserialize(command.body, {
    promoteValues: false,
    promoteBuffers: false,
  });
  return { source: aggregate as unknown, pipeline: pipeline as Document[], rest };
}

function write(command: Command, { source, pipeline, rest }: Aggregation): Command {
  const body = Buffer.from(serialize({ aggregate: source, pipeline, ...rest }));
  return { ...command, target: typeof source === 'string' ? source : '', body };
}

/** Lists the sessions of open transactions and the session of the command. */
function withSessions(context: Context, command: Command): Command {
  const sessions = new Set(context.gateway.transactions.sessions());
  if (command.session !== '') sessions.add(command.session);
  const $documents = [...sessions].map((session) => ({
    _id: deserialize(Buffer.from(session, 'latin1')),
    lastUse: new Date(),
  }));
  const { source, pipeline, rest } = read(command);
  return write(command, { source, pipeline: [{ $documents }, ...pipeline.slice(1)], rest });
}

/** Whether the aggregation reads a collection that exists. */
async function hasSource(context: Context, command: Command): Promise<boolean> {
  if (command.target === '') return stagesOf(command)[0] !== '$documents';
  return collectionExists(context, command.database, command.target);
}

/** Runs an aggregation that writes. If `$merge` finds a document that must not exist, the error is MongoDB's. */
async function runWriting(context: Context, command: Command, run: Handler): Promise<Buffer> {
  try {
    return await run(context, command);
  } catch (error) {
    const duplicate =
      error instanceof PostgresError && mongoCode(error.sqlState, false) === CODE.duplicateKey;
    throw (duplicate ? await describeMerge(context, command, run) : undefined) ?? error;
  }
}

/**
 * Runs an aggregation that writes and has no source. The engine refuses `$out` there, ignores `$merge`, and crashes
 * on `$documents` before `$out`, so the aggregation reads a temporary empty collection.
 */
async function runWithEmptySource(context: Context, command: Command, run: Handler): Promise<Buffer> {
  const { pipeline, rest } = read(command);
  const [first, ...others] = pipeline;
  const stages =
    first && '$documents' in first ? [{ $unionWith: { pipeline: [first] } }, ...others] : pipeline;
  const source = `empty_${randomUUID()}`;
  const of = [command.database, source];
  await context.query(command, 'SELECT documentdb_api.create_collection($1, $2)', of);
  try {
    return await runWriting(context, write(command, { source, pipeline: stages, rest }), run);
  } finally {
    await context.query(command, 'SELECT documentdb_api.drop_collection($1, $2)', of);
  }
}

/** Adapts aggregations that the engine does not run as MongoDB does, and passes them to `run`. */
export function aggregate(run: Handler): Handler {
  return async (context, command) => {
    const stages = stagesOf(command);
    const last = stages.at(-1);
    const asked = stages[0] === '$listLocalSessions' ? withSessions(context, command) : command;
    if (last !== '$out' && last !== '$merge') return run(context, asked);
    return ((await hasSource(context, asked)) ? runWriting : runWithEmptySource)(context, asked, run);
  };
}
