import { splitList } from '../../shared/platform/values/mac.js';
import { AppError } from '../../shared/platform/errors/app-error.js';

const MAX_ENTRIES = 10_000;

/** A list as its schema lets it in: proper or comma-separated. */
export type ListParameter = string | null | undefined | readonly (string | number | null)[];

/**
 * The entries of a list parameter, trimmed, in their order, without blank ones; numbers stay numbers.
 * @throws AppError invalidParameters for more than 10,000 entries
 */
export function typedEntriesOf(name: string, value: ListParameter): (string | number)[] {
  const given = typeof value === 'string' ? [value] : (value ?? []);
  const entries = given.flatMap((entry): (string | number)[] =>
    typeof entry === 'number' ? [entry] : splitList(entry ?? ''),
  );
  if (entries.length > MAX_ENTRIES) {
    throw new AppError('invalidParameters', { text: `${name}: at most ${MAX_ENTRIES} entries` });
  }
  return entries;
}

/** The same as text. */
export function entriesOf(name: string, value: ListParameter): string[] {
  return typedEntriesOf(name, value).map(String);
}
