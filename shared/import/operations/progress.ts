import type { SectionName } from '../domain/entries.js';

/** Told after every batch: what was done with how many more records of which section. */
export type ReportProgress = (step: 'checked' | 'written', section: SectionName, records: number) => void;
