import { splitList } from '../shared/domain/mac.js';
import { AppError } from '../shared/errors/app-error.js';

const MOST_ENTRIES = 10_000;

/** A list as its schema lets it in: proper or comma-separated. */
export type ListParameter = string | null | undefined | readonly (string | number | null)[];

/**
 * The entries of a list parameter, trimmed, in their order, without blank ones.
 * @throws AppError invalidParameters for more than 10,000 entries
 */
export function entriesOf(name: string, value: ListParameter): string[] {
  const texts = typeof value === 'string' ? [value] : (value ?? []).map((entry) => String(entry ?? ''));
  const entries = texts.flatMap(splitList);
  if (entries.length > MOST_ENTRIES) {
    throw new AppError('invalidParameters', { text: `${name}: at most ${MOST_ENTRIES} entries` });
  }
  return entries;
}
