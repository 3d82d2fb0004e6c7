import type { ValidationErrorItem } from 'joi';
import type { FleetEntries, SectionName } from './entries.js';
import { ENTRY_SCHEMAS } from './entry-schemas.js';

/** What is wrong with a record: where in it (`.networks[0].id`, empty for the record itself), and what. */
export interface EntryProblem {
  readonly at: string;
  readonly text: string;
}

/** The fields of a record that are right by themselves. */
export type PartialEntry<Name extends SectionName> = {
  readonly [Field in keyof FleetEntries[Name]]?: FleetEntries[Name][Field] | undefined;
};

export type EntryReading<Name extends SectionName> =
  | { readonly ok: true; readonly entry: FleetEntries[Name] }
  | {
      readonly ok: false;
      readonly entry: PartialEntry<Name>;
      readonly problems: readonly EntryProblem[];
    };

/**
 * Reads one record of a section, with everything that is wrong with it by itself; what is right is given all the
 * same, so that it can be looked at further. No problem repeats a value: it may be a secret.
 */
export function readEntry<Name extends SectionName>(section: Name, record: unknown): EntryReading<Name> {
  const checked = ENTRY_SCHEMAS[section].validate(record, {
    abortEarly: false,
    convert: false,
    errors: { label: false },
  });
  const value: unknown = checked.value;
  if (!checked.error) return { ok: true, entry: value as FleetEntries[Name] };
  const { details } = checked.error;
  const wrong = new Set(details.map(({ path }) => String(path[0] ?? '')));
  const isRecord = typeof value === 'object' && value !== null && !wrong.has('');
  const right = isRecord ? Object.entries(value).filter(([field]) => !wrong.has(field)) : [];
  return {
    ok: false,
    entry: Object.fromEntries(right) as PartialEntry<Name>,
    problems: details.map(problemOf),
  };
}

function problemOf({ path, message }: ValidationErrorItem): EntryProblem {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return { at, text: message };
}
