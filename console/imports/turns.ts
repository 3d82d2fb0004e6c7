import type { ListRow } from './list-columns';

/** What the service takes in a request; more rows of one device are one request, which it refuses. */
const MAX_ROWS = 2000;
/** Below the size of a body that the service takes. */
const MAX_CHARACTERS = 300_000;

/**
 * The rows of each request. Rows of one device are in the same one, in which the service finds that it is there twice.
 */
export function turnsOf(rows: readonly ListRow[]): readonly (readonly ListRow[])[] {
  const turns: ListRow[][] = [];
  let size = 0;
  for (const group of sameDevices(rows)) {
    const characters = group.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
    const turn = turns.at(-1);
    const hasRoom = turn && turn.length + group.length <= MAX_ROWS && size + characters <= MAX_CHARACTERS;
    if (hasRoom) turn.push(...group);
    else turns.push([...group]);
    size = hasRoom ? size + characters : characters;
  }
  return turns;
}

/** The rows by device: those with the same MAC, in any notation, or without one the same serial number. */
function sameDevices(rows: readonly ListRow[]): Iterable<readonly ListRow[]> {
  const groups = new Map<string, ListRow[]>();
  for (const row of rows) {
    const key = row.mac?.replace(/[^\da-f]/gi, '').toLowerCase() ?? `serial ${row.serial ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups.values();
}
