/**
 * How many devices an organisation has in each block of ids, kept with its count: by them the page of any number is
 * found without walking over the pages before it. Blocks without devices may be missing.
 */
export type DeviceBlocks = Readonly<Record<string, number>>;

/** Ids of a block. A page is found by passing over at most so many devices, and a million have 489 blocks. */
export const BLOCK = 2048;

/** Where a device stands in the order of ids: so many devices after the first one from an id on. */
export interface IdPlace {
  readonly from: number;
  readonly skip: number;
}

/** What `$inc` makes of the stored blocks when devices of these ids leave and come. */
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

/** How many devices there are by their blocks. */
export function countedIn(blocks: DeviceBlocks): number {
  return Object.values(blocks).reduce((sum, devices) => sum + devices, 0);
}

/** The place of the device at `offset` (0 is the first); null when there are not so many. */
export function idAtOffset(blocks: DeviceBlocks, offset: number): IdPlace | null {
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
