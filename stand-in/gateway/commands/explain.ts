import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { elementsOf, stringOf } from '../wire/elements.js';
import { type Command, withoutEnvelope } from '../wire/command.js';
import { type Handler, reply } from './context.js';
import { indexNames } from './catalog.js';
import { examinedDocuments, indexesIn, type PlanNode, winningPlan } from './plan-tree.js';

// The query of each command. A write is explained by the query that finds its documents.
const QUERIES: Readonly<Record<string, string>> = {
  find: 'bson_aggregation_find',
  aggregate: 'bson_aggregation_pipeline',
  count: 'bson_aggregation_count',
  distinct: 'bson_aggregation_distinct',
  update: 'bson_aggregation_update',
  delete: 'bson_aggregation_delete',
};
const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

interface Explained {
  readonly name: string;
  readonly target: string;
  readonly body: Buffer;
  readonly analyze: boolean;
}

function readExplain(command: Command): Explained {
  let explained: Pick<Explained, 'name' | 'target' | 'body'> | undefined;
  let verbosity = 'allPlansExecution';
  for (const element of elementsOf(command.body)) {
    if (element.name === 'verbosity') verbosity = stringOf(command.body, element);
    if (element.name !== command.name) continue;
    const body = withoutEnvelope(command.body.subarray(element.valueStart, element.end));
    const [first] = elementsOf(body);
    if (first) explained = { name: first.name, target: stringOf(body, first), body };
  }
  if (!explained || !(explained.name in QUERIES)) {
    throw new CommandError(CODE.badValue, `cannot explain ${explained?.name ?? 'nothing'}`);
  }
  return { ...explained, analyze: READS.has(explained.name) && verbosity !== 'queryPlanner' };
}

/**
 * Explains a command. Converts PostgreSQL's plan to MongoDB's `queryPlanner.winningPlan` with stages, index names and
 * sorts, and returns the original as `postgres`. Executes reads unless the verbosity is `queryPlanner`.
 */
const explain: Handler = async (context, command) => {
  const { name, target, body, analyze } = readExplain(command);
  const sql =
    `EXPLAIN (FORMAT JSON${analyze ? ', ANALYZE' : ''}) ` +
    `SELECT document FROM documentdb_api_catalog.${QUERIES[name] ?? ''}($1, $2::documentdb_core.bson)`;
  const [row] = await context.query(command, sql, [command.database, body]);
  const [explained] = JSON.parse(row?.[0]?.toString() ?? '[]') as {
    Plan: PlanNode;
    'Execution Time'?: number;
  }[];
  if (!explained) throw new CommandError(CODE.internal, 'PostgreSQL explained nothing');
  const names = await indexNames(context, indexesIn(explained.Plan));
  const statistics = {
    executionSuccess: true,
    nReturned: explained.Plan['Actual Rows'] ?? 0,
    executionTimeMillis: explained['Execution Time'] ?? 0,
    totalDocsExamined: examinedDocuments(explained.Plan),
  };
  return reply({
    queryPlanner: {
      namespace: `${command.database}.${target}`,
      winningPlan: winningPlan(explained.Plan, names),
    },
    ...(analyze ? { executionStats: statistics } : {}),
    postgres: explained,
    ok: 1,
  });
};

export const explainCommands: Readonly<Record<string, Handler>> = { explain };
