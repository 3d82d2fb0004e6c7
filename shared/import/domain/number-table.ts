const EMPTY = -1;
const MAX_FILLED = 0.75;
const MIN_CELLS = 64;

/** Spreads over both halves of the number: ids count up, and MACs share their first half. From 0 up to 1. */
function spread(key: number): number {
  const low = key >>> 0;
  const high = (key / 0x1_0000_0000) >>> 0;
  let mixed = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 0x1_0000_0000;
}

/**
 * Whole numbers of 0 or more, each with another number if need be, in some 11 (with the other number 22) bytes each
 * instead of a JavaScript map's forty and more: a fleet file of a million devices is checked for repeated ids and
 * MACs within a small memory.
 */
export class NumberTable {
  private keys: Float64Array;
  /** Only there when a number other than 0 was added with a key. */
  private values: Float64Array | null = null;
  private filled = 0;
  private highest = 0;

  /** @param expected how many keys there will be; more are taken as well */
  constructor(expected = 0) {
    this.keys = emptyKeys(Math.max(MIN_CELLS, Math.ceil(expected / MAX_FILLED) + 1));
  }

  get size(): number {
    return this.filled;
  }

  /** The highest key; 0 when there is none. */
  get last(): number {
    return this.highest;
  }

  /** Adds a key; false, and nothing changes, when it is there. */
  add(key: number, value = 0): boolean {
    if (this.filled + 1 > this.keys.length * MAX_FILLED) this.grow();
    const cell = this.cellOf(key);
    if (this.keys[cell] === key) return false;
    this.put(cell, key, value);
    this.filled += 1;
    this.highest = Math.max(this.highest, key);
    return true;
  }

  has(key: number): boolean {
    return this.keys[this.cellOf(key)] === key;
  }

  get(key: number): number | undefined {
    const cell = this.cellOf(key);
    return this.keys[cell] === key ? (this.values?.[cell] ?? 0) : undefined;
  }

  private cellOf(key: number): number {
    const { keys } = this;
    let cell = Math.floor(spread(key) * keys.length);
    while (keys[cell] !== key && keys[cell] !== EMPTY) cell = cell + 1 === keys.length ? 0 : cell + 1;
    return cell;
  }

  private put(cell: number, key: number, value: number): void {
    this.keys[cell] = key;
    if (value === 0) return;
    this.values ??= new Float64Array(this.keys.length);
    this.values[cell] = value;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = emptyKeys(keys.length * 2);
    this.values = null;
    keys.forEach((key, index) => {
      if (key !== EMPTY) this.put(this.cellOf(key), key, values?.[index] ?? 0);
    });
  }
}

function emptyKeys(cells: number): Float64Array {
  return new Float64Array(cells).fill(EMPTY);
}

/** A canonical MAC as a number below 2^48. */
export function macNumber(macId: string): number {
  return Number.parseInt(macId.replaceAll(':', ''), 16);
}
