import { searchWords } from '../../inventory/domain/device-search.js';

/** What a search asks for: words to find, or a look at which of the found rows are up or down. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Keeps only these of the rows of a page (docs/interface.md#rout_inventory_list-1); null keeps all. */
  readonly show: 'up' | 'down' | null;
}

/** Exactly `up` or `down` is no text to search for (docs/interface.md#rout_inventory_list-1). */
export function readSearchTerm(search: string): SearchTerm {
  if (search === 'up' || search === 'down') return { words: [], show: search };
  return { words: searchWords(search), show: null };
}
