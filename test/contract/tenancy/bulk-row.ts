import type { NetworkRecords } from './network-records.js';

/** A request that names valid records of the caller and one of another organisation. */
export interface BulkRow {
  readonly operation: string;
  readonly by: string;
  readonly input: (
    home: NetworkRecords,
    theirs: NetworkRecords,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly status: number;
  /** Whether the valid records are processed, or none. */
  readonly does: 'the valid entries' | 'nothing';
}
