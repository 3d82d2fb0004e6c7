import { mayChange, writeScope, type Caller } from '../../access/domain/access.js';
import { searchWords } from '../../inventory/domain/device-search.js';
import type { ShownDevice } from '../../inventory/stores/device-store.js';
import type { NamedNetwork, NamedTag } from '../../upgrades/stores/target-name-store.js';
import type { SearchDeps } from '../deps.js';

const MAX_EACH = 20;
const MAX_WORDS = 8;

export interface FoundTargets {
  readonly devices: readonly ShownDevice[];
  readonly networks: readonly NamedNetwork[];
  readonly tags: readonly NamedTag[];
}

/**
 * The targets that the caller may upgrade and whose name contains every word of the search, at most 20 of each kind.
 * Devices are matched by all fields of the inventory search.
 */
export async function searchTargets(
  { stores }: SearchDeps,
  caller: Caller,
  search: string,
): Promise<FoundTargets> {
  if (!mayChange(caller)) return { devices: [], networks: [], tags: [] };
  const scope = writeScope(caller);
  const words = nameWords(search);
  const order = { column: 'name', descending: false } as const;
  const [hits, networks, tags] = await Promise.all([
    stores.deviceSearch.page(scope, { words: searchWords(search), order }, { offset: 0 }, MAX_EACH),
    stores.targetNames.networks(scope, words, MAX_EACH),
    stores.targetNames.tags(scope, words, MAX_EACH),
  ]);
  return { devices: hits.map((hit) => hit.device), networks, tags };
}

/** The words of a search for names that are compared without regard to case. */
export function nameWords(search: string): string[] {
  const words = search.normalize('NFC').split(/\s+/);
  return words.filter((word) => word !== '').slice(0, MAX_WORDS);
}
