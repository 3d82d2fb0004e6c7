/**
 * The number of an organisation's records in each block of ids. They locate the page of any number without reading the pages
 * before it. Blocks without records may be missing.
 */
export type IdBlocks = Readonly<Record<string, number>>;

/** Ids in a block. Finding a page passes over at most this many records; a million have 489 blocks. */
export const BLOCK = 2048;

/** The position of a record in order of id: `skip` records behind the first one from id `from` on. */
export interface IdPosition {
  readonly from: number;
  readonly skip: number;
}

/**
 * The `$inc` on the stored blocks when records of these ids are removed and added.
 * @param field the field that has the blocks
 */
export function blockChanges(
  field: string,
  left: readonly number[],
  came: readonly number[],
): Record<string, number> {
  const changes = new Map<string, number>();
  const add = (id: number, change: number): void => {
    const path = `${field}.${blockOf(id)}`;
    changes.set(path, (changes.get(path) ?? 0) + change);
  };
  for (const id of left) add(id, -1);
  for (const id of came) add(id, 1);
  return Object.fromEntries([...changes].filter(([, change]) => change !== 0));
}

/** The sum of all blocks. */
export function countedIn(blocks: IdBlocks): number {
  return Object.values(blocks).reduce((sum, count) => sum + count, 0);
}

/** The blocks with their numbers, in order of id. */
export function inOrder(blocks: IdBlocks): (readonly [block: number, count: number])[] {
  const counted = Object.entries(blocks).map(([block, count]) => [Number(block), count] as const);
  return counted.sort(([one], [other]) => one - other);
}

/** The position of the record at `offset` (0 is the first); null when there are not so many. */
export function idAtOffset(blocks: IdBlocks, offset: number): IdPosition | null {
  let before = 0;
  for (const [block, count] of inOrder(blocks)) {
    if (before + count > offset) return { from: block * BLOCK, skip: offset - before };
    before += count;
  }
  return null;
}

export function blockOf(id: number): number {
  return Math.floor(id / BLOCK);
}
