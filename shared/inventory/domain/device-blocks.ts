/**
 * The number of devices in each block of ids, stored with the organisation's count. They locate the page of any number
 * without reading the pages before it. Blocks without devices may be missing.
 */
export type DeviceBlocks = Readonly<Record<string, number>>;

/** Ids in a block. Finding a page passes over at most this many devices; a million devices have 489 blocks. */
export const BLOCK = 2048;

/** The position of a device in order of id: `skip` devices behind the first one from id `from` on. */
export interface IdPosition {
  readonly from: number;
  readonly skip: number;
}

/** The `$inc` on the stored blocks when devices of these ids are removed and added. */
export function blockChanges(left: readonly number[], came: readonly number[]): Record<string, number> {
  const changes = new Map<string, number>();
  const add = (id: number, change: number): void => {
    const field = `deviceBlocks.${blockOf(id)}`;
    changes.set(field, (changes.get(field) ?? 0) + change);
  };
  for (const id of left) add(id, -1);
  for (const id of came) add(id, 1);
  return Object.fromEntries([...changes].filter(([, change]) => change !== 0));
}

/** The sum of all blocks. */
export function countedIn(blocks: DeviceBlocks): number {
  return Object.values(blocks).reduce((sum, devices) => sum + devices, 0);
}

/** The position of the device at `offset` (0 is the first); null when there are not so many. */
export function idAtOffset(blocks: DeviceBlocks, offset: number): IdPosition | null {
  let before = 0;
  const counted = Object.entries(blocks).map(([block, devices]) => [Number(block), devices] as const);
  for (const [block, devices] of counted.sort(([one], [other]) => one - other)) {
    if (before + devices > offset) return { from: block * BLOCK, skip: offset - before };
    before += devices;
  }
  return null;
}

function blockOf(id: number): number {
  return Math.floor(id / BLOCK);
}
