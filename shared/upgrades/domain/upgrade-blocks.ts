import { BLOCK, countedIn, inOrder, type IdBlocks } from '../../platform/values/id-blocks.js';

/** The counted upgrades of an organisation: those of all blocks of ids below `countedTo`. */
export interface CountedUpgrades {
  readonly countedTo: number;
  readonly counts: IdBlocks;
}

/** When the upgrades of each block were created, at the earliest and at the latest. */
export type BlockSpans = Readonly<Record<string, { readonly from: Date; readonly to: Date }>>;

/** A place in an order: so many upgrades are before it, and all others have this key or a higher one. */
export interface Boundary {
  readonly before: number;
  readonly value: number | Date;
  readonly id: number;
}

/** Where to begin reading, and how many upgrades to pass over from there. */
export interface TableStart {
  /** The position of the last upgrade that is not read; null: the beginning. */
  readonly after: { readonly value: number | Date; readonly id: number } | null;
  readonly skip: number;
}

/** The boundaries of all blocks in order of id. Upgrades that are not counted follow them. */
export function boundariesById({ counts, countedTo }: CountedUpgrades): Boundary[] {
  let before = 0;
  const boundaries = inOrder(counts).map(([block, count]): Boundary => {
    const boundary = { before, value: block * BLOCK, id: block * BLOCK };
    before += count;
    return boundary;
  });
  return [...boundaries, { before, value: countedTo * BLOCK, id: countedTo * BLOCK }];
}

/**
 * The boundaries between blocks in order of creation. Blocks whose spans overlap have none between them, so imports and
 * clocks that differ leave fewer boundaries.
 * @param oldest when the oldest upgrade that is not counted was created; null without one. No later boundary is used.
 */
export function boundariesByCreation(
  { counts, countedTo }: CountedUpgrades,
  spans: BlockSpans,
  oldest: Date | null,
): Boundary[] {
  const blocks = inOrder(counts)
    .filter(([, count]) => count > 0)
    .map(([block, count]) => ({ block, count, span: spans[block] }));
  const known = blocks.flatMap(({ span, ...rest }) => (span ? [{ ...rest, ...span }] : []));
  if (known.length < blocks.length) return [];
  known.sort((one, other) => one.from.getTime() - other.from.getTime() || one.block - other.block);
  const boundaries: Boundary[] = [];
  let last = { at: -Infinity, block: -1 };
  let before = 0;
  for (const { block, count, from, to } of known) {
    const [begins, ends] = [from.getTime(), to.getTime()];
    if (last.at < begins || (last.at === begins && last.block < block))
      boundaries.push({ before, value: from, id: block * BLOCK });
    if (ends > last.at || (ends === last.at && block > last.block)) last = { at: ends, block };
    before += count;
  }
  if (before > 0) boundaries.push({ before, value: new Date(last.at), id: countedTo * BLOCK });
  return oldest === null ? boundaries : boundaries.filter(({ value }) => value <= oldest);
}

/** Where to begin reading for the upgrade at `offset` of `total`, from the boundary that is next before it. */
export function startAt(
  boundaries: readonly Boundary[],
  { total, offset, descending }: { total: number; offset: number; descending: boolean },
): TableStart {
  if (descending) {
    const next = boundaries.find(({ before }) => before >= total - offset);
    if (!next) return { after: null, skip: offset };
    return { after: { value: next.value, id: next.id }, skip: offset - (total - next.before) };
  }
  const last = boundaries.findLast(({ before }) => before <= offset);
  if (!last) return { after: null, skip: offset };
  return { after: { value: last.value, id: last.id - 1 }, skip: offset - last.before };
}

/** How many upgrades are counted. */
export function countedUpgrades({ counts }: CountedUpgrades): number {
  return countedIn(counts);
}
