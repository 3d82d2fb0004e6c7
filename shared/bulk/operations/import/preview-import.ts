import { mayChange, requireAdministrator, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BulkDeps } from '../../deps.js';
import type { ImportRow, RowAction } from '../../domain/import-row.js';
import { judgeRow, sentenceOf } from '../../domain/judge-row.js';
import { readRows } from './read-rows.js';
import { factsOf, readListFacts } from './row-facts.js';

export interface ImportRequest {
  readonly rows: readonly ImportRow[];
  readonly createNetworks: boolean;
  readonly createTags: boolean;
}

export interface PreviewedRow {
  readonly row: number;
  readonly action: RowAction;
  readonly reason: string | null;
}

/** @throws AppError forbidden */
export function requireImporter(caller: Caller, { createNetworks }: ImportRequest): void {
  if (!mayChange(caller)) throw new AppError('forbidden');
  if (createNetworks) requireAdministrator(caller);
}

/** What would become of each row now. Writes nothing. @throws AppError forbidden */
export async function previewImport(
  deps: BulkDeps,
  caller: Caller,
  request: ImportRequest,
): Promise<PreviewedRow[]> {
  requireImporter(caller, request);
  const rows = await readRows(deps, request.rows);
  const facts = await readListFacts(deps, caller, rows);
  let { room } = facts;
  return rows.map((row) => {
    const verdict = judgeRow(row, factsOf(row, { ...facts, room }, caller, request));
    if (verdict.action === 'refused')
      return { row: row.row, action: verdict.action, reason: verdict.fault.text };
    if (verdict.action === 'claimed') room -= 1;
    return { row: row.row, action: verdict.action, reason: sentenceOf(verdict) };
  });
}
