import type { SectionName } from '../domain/entries.js';

/** Some records of a section in their order; `first` is the index of the first. */
export interface RecordBatch {
  readonly first: number;
  readonly records: readonly unknown[];
}

/** Where a fleet comes from: a file, or what makes one up. It is read twice and must give the same both times. */
export interface FleetSource {
  /** How many records each section has; a section that is not there is left out. */
  readonly counts: ReadonlyMap<SectionName, number>;
  /** What is wrong with the whole, before any record is looked at: unknown sections, sections that are no list. */
  readonly faults: readonly string[];
  /** The records of a section, in batches of at most 1,000; none when it is not there. */
  records(section: SectionName): AsyncIterable<RecordBatch>;
}
