import type { SearchDeps } from '../deps.js';
import { NAMED_KINDS, type NamedKind } from '../stores/record-name-store.js';

const REFERENCE = new RegExp(`^(${NAMED_KINDS.join('|')}):([1-9]\\d{0,14})$`);

/**
 * The names that records of an organisation have now, by references such as `rollout:7`: one query for each kind among them.
 * References to deleted records, to those of other organisations and to kinds without names have none.
 */
export async function nameRecords(
  { stores }: Pick<SearchDeps, 'stores'>,
  organisationId: number,
  references: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<NamedKind, Set<number>>();
  for (const reference of references) {
    const [, kind, id] = REFERENCE.exec(reference) ?? [];
    if (kind === undefined) continue;
    const ofKind = ids.get(kind as NamedKind) ?? new Set<number>();
    ids.set(kind as NamedKind, ofKind.add(Number(id)));
  }
  const names = await Promise.all(
    [...ids].map(async ([kind, ofKind]) => {
      const found = await stores.recordNames[kind](organisationId, [...ofKind]);
      return [...found].map(([id, name]) => [`${kind}:${id}`, name] as const);
    }),
  );
  return new Map(names.flat());
}
