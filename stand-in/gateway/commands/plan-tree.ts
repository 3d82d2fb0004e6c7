/** A node of PostgreSQL's plan, as printed by `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode extends Record<string, unknown> {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A stage of a plan in MongoDB's format. */
export interface Stage {
  readonly stage: string;
  readonly indexName?: string;
  readonly inputStage?: Stage;
  readonly inputStages?: readonly Stage[];
}

const STAGES: Readonly<Record<string, string>> = {
  'Seq Scan': 'COLLSCAN',
  'Index Scan': 'IXSCAN',
  'Index Only Scan': 'IXSCAN',
  'Bitmap Index Scan': 'IXSCAN',
  'Bitmap Heap Scan': 'FETCH',
  BitmapOr: 'OR',
  BitmapAnd: 'AND_SORTED',
  Sort: 'SORT',
  'Incremental Sort': 'SORT',
  Limit: 'LIMIT',
  Aggregate: 'GROUP',
};

const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']);

/** Converts PostgreSQL's plan to a tree of MongoDB's stages, without DocumentDB's custom nodes. */
export function winningPlan(node: PlanNode, names: ReadonlyMap<string, string>): Stage {
  const inputs = node.Plans ?? [];
  const [first] = inputs;
  if (node['Node Type'] === 'Custom Scan' && first && inputs.length === 1) return winningPlan(first, names);
  const indexName = node['Index Name'];
  return {
    stage: STAGES[node['Node Type']] ?? node['Node Type'].toUpperCase().replaceAll(' ', '_'),
    ...(indexName === undefined ? {} : { indexName: names.get(indexName) ?? indexName }),
    ...(first && inputs.length === 1 ? { inputStage: winningPlan(first, names) } : {}),
    ...(inputs.length > 1 ? { inputStages: inputs.map((input) => winningPlan(input, names)) } : {}),
  };
}

/** PostgreSQL's names of the indexes of a plan. */
export function indexesIn(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(indexesIn);
  return node['Index Name'] === undefined ? below : [node['Index Name'], ...below];
}

/** The number of documents that the scans of an executed plan examined. */
export function examinedDocuments(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, input) => sum + examinedDocuments(input), 0);
  if (!SCANS.has(node['Node Type'])) return below;
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.round(rows * (node['Actual Loops'] ?? 1));
}
