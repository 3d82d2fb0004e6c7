import type { Connection } from 'mongoose';
import type { Query } from './query-shapes.js';

/** A node of the database's own plan. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly Plans?: readonly Node[];
}

/** What an executed query did, as far as it matters at a million devices. */
export interface QueryPlan {
  /** Whether a collection was read without an index. */
  readonly scansCollection: boolean;
  /** The most rows that were sorted in memory; 0 when none were. */
  readonly sorted: number;
  /** Documents that were looked at. */
  readonly examined: number;
}

/** Runs a query once more and says how it was done. */
export async function planOf({ db }: Connection, { command }: Query): Promise<QueryPlan> {
  const answer = await db?.command({ explain: command, verbosity: 'executionStats' });
  const explained = answer as
    { postgres: { Plan: Node }; executionStats: { totalDocsExamined: number } } | undefined;
  if (!explained) throw new Error('Nothing was explained');
  const nodes = [...nodesOf(explained.postgres.Plan)];
  const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort'));
  return {
    scansCollection: nodes.some((node) => node['Node Type'].endsWith('Seq Scan')),
    sorted: Math.max(0, ...sorts.map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0)),
    examined: explained.executionStats.totalDocsExamined,
  };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const below of node.Plans ?? []) yield* nodesOf(below);
}
