import { useState } from 'react';
import type { Schema } from '../api/answer';
import { client, queryClient } from '../api/client';
import type { ListRow } from './list-columns';
import { turnsOf } from './turns';

export type BulkOperation = Schema<'BulkOperation'>;

/** What the service says of a row. */
export interface JudgedRow {
  readonly row: number;
  readonly action: string;
  readonly reason: string | null;
}

export interface ImportOptions {
  readonly create_networks: boolean;
  readonly create_tags: boolean;
}

const PAUSE_MS = 1000;

async function send(rows: readonly ListRow[], options: ImportOptions, isDry: boolean) {
  const params = { ...options, rows: [...rows], dry_run: isDry };
  const { data } = await client.POST('/v1/bulk_operations', { body: { action: 'import_devices', params } });
  return data?.data;
}

/** Asks what would become of the rows. */
export async function previewRows(
  rows: readonly ListRow[],
  options: ImportOptions,
): Promise<readonly JudgedRow[]> {
  const judged: JudgedRow[] = [];
  for (const turn of turnsOf(rows)) {
    const answer = await send(turn, options, true);
    if (answer && 'rows' in answer) judged.push(...answer.rows);
  }
  return judged;
}

/** Imports rows in turns: one operation after the other. */
export function useImport() {
  const [operations, setOperations] = useState<readonly BulkOperation[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async (rows: readonly ListRow[], options: ImportOptions): Promise<void> => {
    setRunning(true);
    try {
      for (const turn of turnsOf(rows)) {
        const answer = await send(turn, options, false);
        if (!answer || !('bulk_operation' in answer)) return;
        let operation = answer.bulk_operation;
        const show = (): void => {
          setOperations((old) => [...old.filter(({ id }) => id !== operation.id), operation]);
        };
        show();
        while (operation.state === 'queued' || operation.state === 'running') {
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          operation = await read(operation);
          show();
        }
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
      void queryClient.invalidateQueries();
    }
  };
  return { operations, isRunning, error, start };
}

async function read(operation: BulkOperation): Promise<BulkOperation> {
  const path = { id: operation.id };
  const { data } = await client.GET('/v1/bulk_operations/{id}', { params: { path } });
  return data?.data.bulk_operation ?? operation;
}
