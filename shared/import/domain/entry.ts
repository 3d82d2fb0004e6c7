import type Joi from 'joi';
import type { ValidationErrorItem } from 'joi';

/** The fields of an entry that are valid by themselves. */
export type PartialEntry<Entry> = { readonly [Field in keyof Entry]?: Entry[Field] | undefined };

/** What is wrong with an entry: where in it (`.networks[0].id`, empty for the entry itself), and what. */
export interface EntryProblem {
  readonly at: string;
  readonly text: string;
}

export interface EntryReading<Entry> {
  /** The whole entry when there are no problems. */
  readonly entry: PartialEntry<Entry>;
  readonly problems: readonly EntryProblem[];
}

/** Far above what any record has; the schema judges every value before it counts them. */
const MAX_VALUES = 100_000;

function hasTooManyValues(record: unknown): boolean {
  const left = [record];
  let values = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    values += inner.length;
    if (values > MAX_VALUES) return true;
    for (const one of inner) left.push(one);
  }
  return false;
}

/** Validates one entry of a fleet file and reports every problem. Problems never repeat a value: it may be a secret. */
export function readEntry<Entry>(schema: Joi.ObjectSchema, record: unknown): EntryReading<Entry> {
  if (hasTooManyValues(record))
    return { entry: {}, problems: [{ at: '', text: `has more than ${MAX_VALUES} values` }] };
  const checked = schema.validate(record, { abortEarly: false, convert: false, errors: { label: false } });
  const value: unknown = checked.value;
  if (!checked.error) return { entry: value as Entry, problems: [] };
  const { details } = checked.error;
  const invalid = new Set(details.map(({ path }) => String(path[0] ?? '')));
  const isRecord = typeof value === 'object' && value !== null && !invalid.has('');
  const valid = isRecord ? Object.entries(value).filter(([field]) => !invalid.has(field)) : [];
  return { entry: Object.fromEntries(valid) as PartialEntry<Entry>, problems: details.map(problemOf) };
}

function problemOf({ path, message }: ValidationErrorItem): EntryProblem {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return { at, text: message };
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type StoredName<Name> = Name extends 'id' ? '_id' : CamelCase<Name & string>;

/** An entry under the names of the store: `id` is `_id`, `organisation_id` is `organisationId`. */
export type Stored<Entry> = { [Field in keyof Entry as StoredName<Field>]: Entry[Field] };

const STORED_NAMES = new Map([['id', '_id']]);

function storedName(field: string): string {
  const known = STORED_NAMES.get(field);
  if (known !== undefined) return known;
  const name = field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  STORED_NAMES.set(field, name);
  return name;
}

/** Renames the fields of an entry, or of a part of one, to those of its record. */
export function toStored<Entry extends object>(entry: Entry): Stored<Entry> {
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [storedName(field), value]),
  ) as Stored<Entry>;
}

/** Picks these fields of an entry from its record: the inverse of {@link toStored}. */
export function toEntry<Field extends string, Source extends Record<StoredName<Field>, unknown>>(
  fields: readonly Field[],
  record: Source,
): { [Name in Field]: Source[StoredName<Name>] } {
  const source: Readonly<Record<string, unknown>> = record;
  return Object.fromEntries(fields.map((field) => [field, source[storedName(field)]])) as never;
}
