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

/** A stage of MongoDB's own plan. */
interface Stage {
  readonly stage: string;
  readonly nReturned?: number;
  readonly inputStage?: Stage;
  readonly inputStages?: readonly Stage[];
  readonly shards?: readonly { readonly executionStages: Stage }[];
}

interface Statistics {
  readonly totalDocsExamined: number;
  readonly executionStages: Stage;
}

interface Explained {
  /** Only the embedded store's answer has its plan. */
  readonly postgres?: { readonly Plan: Node };
  readonly executionStats?: Statistics;
  /** Of an aggregation whose first stages are a query. */
  readonly stages?: readonly { readonly $cursor?: { readonly executionStats: Statistics } }[];
}

/** Runs a query once more and says how it was done, by the words of the embedded store or of MongoDB. */
export async function planOf({ db }: Connection, { command }: Query): Promise<QueryPlan> {
  const explained = (await db?.command({ explain: command, verbosity: 'executionStats' })) as
    Explained | undefined;
  if (!explained) throw new Error('Nothing was explained');
  return readPlan(explained);
}

/** What an answer to `explain` says. */
function readPlan({ postgres, executionStats, stages }: Explained): QueryPlan {
  const statistics = executionStats ?? stages?.find(({ $cursor }) => $cursor)?.$cursor?.executionStats;
  if (!statistics) throw new Error('The explanation has no statistics');
  const examined = statistics.totalDocsExamined;
  if (!postgres) {
    const all = [...stagesOf(statistics.executionStages)];
    const sorts = all.filter(({ stage }) => stage === 'SORT');
    return {
      scansCollection: all.some(({ stage }) => stage === 'COLLSCAN'),
      sorted: Math.max(0, ...sorts.map(({ inputStage }) => inputStage?.nReturned ?? 0)),
      examined,
    };
  }
  const nodes = [...nodesOf(postgres.Plan)];
  const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort'));
  return {
    scansCollection: nodes.some((node) => node['Node Type'].endsWith('Seq Scan')),
    sorted: Math.max(0, ...sorts.map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0)),
    examined,
  };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const below of node.Plans ?? []) yield* nodesOf(below);
}

function* stagesOf(stage: Stage): Generator<Stage> {
  yield stage;
  const below = [stage.inputStage ?? [], stage.inputStages ?? []].flat();
  const shards = (stage.shards ?? []).map(({ executionStages }) => executionStages);
  for (const next of [...below, ...shards]) yield* stagesOf(next);
}
