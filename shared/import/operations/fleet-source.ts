import type { SectionName } from '../sections/sections.js';

/** Consecutive records of a section; `first` is the index of the first one. */
export interface RecordBatch {
  readonly first: number;
  readonly records: readonly unknown[];
}

/** A fleet to import: a file, or a generator. It is read twice and must give the same records both times. */
export interface FleetSource {
  /** How many records each section has; absent sections are left out. */
  readonly counts: ReadonlyMap<SectionName, number>;
  /** The SHA-256 of the file, by which a repetition of an interrupted import is recognised; absent without a file. */
  readonly digest?: string | undefined;
  /** Faults of the whole: unknown sections, sections that are not lists. */
  readonly faults: readonly string[];
  /** The records of a section in batches of at most 1,000; none when the section is absent. */
  records(section: SectionName): AsyncIterable<RecordBatch>;
}

/** `indexing` comes once, without records, before the indexes of searches are built. */
export type ImportStep = 'checked' | 'written' | 'indexing';

/** Called after each batch with the number of records that were checked or written. */
export type ReportProgress = (step: ImportStep, section: SectionName, records: number) => void;

/** The same fleet; `proceed` runs before each batch, and stops the import when it throws. */
export function guarded(source: FleetSource, proceed: () => void | Promise<void>): FleetSource {
  return {
    counts: source.counts,
    digest: source.digest,
    faults: source.faults,
    async *records(section) {
      for await (const batch of source.records(section)) {
        await proceed();
        yield batch;
      }
    },
  };
}
