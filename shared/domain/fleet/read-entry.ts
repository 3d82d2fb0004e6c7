import type { ValidationErrorItem } from 'joi';
import type { FleetEntries, SectionName } from './entries.js';
import { ENTRY_SCHEMAS } from './entry-schemas.js';

/** What is wrong with a record: where in it (`.networks[0].id`, empty for the record itself), and what. */
export interface EntryProblem {
  readonly at: string;
  readonly text: string;
}

export type EntryReading<Name extends SectionName> =
  | { readonly ok: true; readonly entry: FleetEntries[Name] }
  | { readonly ok: false; readonly problems: readonly EntryProblem[] };

/** Reads one record of a section, with everything that is wrong with it by itself. No problem repeats a value: it may be a secret. */
export function readEntry<Name extends SectionName>(section: Name, record: unknown): EntryReading<Name> {
  const checked = ENTRY_SCHEMAS[section].validate(record, {
    abortEarly: false,
    convert: false,
    errors: { label: false },
  });
  if (checked.error) return { ok: false, problems: checked.error.details.map(problemOf) };
  return { ok: true, entry: checked.value as FleetEntries[Name] };
}

function problemOf({ path, message }: ValidationErrorItem): EntryProblem {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return { at, text: message };
}
