const EMPTY = -1;
const MOST_FILLED = 0.6;
const FIRST_SLOTS = 64;

/** A multiplicative hash over both halves of the number: ids count up, and MACs share their first half. */
function hash(key: number, slots: number): number {
  const low = key >>> 0;
  const high = (key / 0x1_0000_0000) >>> 0;
  const mixed = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
  return ((mixed ^ (mixed >>> 15)) >>> 0) & (slots - 1);
}

/**
 * Whole numbers of 0 or more, each with another number, in 16 bytes a slot instead of a JavaScript map's forty and
 * more: a fleet file of a million devices is checked for repeated ids and MACs within a small memory.
 */
export class NumberTable {
  private keys = new Float64Array(FIRST_SLOTS).fill(EMPTY);
  private values = new Float64Array(FIRST_SLOTS);
  private filled = 0;
  private highest = 0;

  get size(): number {
    return this.filled;
  }

  /** The highest key; 0 when there is none. */
  get last(): number {
    return this.highest;
  }

  /** Adds a key; false, and nothing changes, when it is there. */
  add(key: number, value = 0): boolean {
    if (this.filled + 1 > this.keys.length * MOST_FILLED) this.grow();
    const slot = this.slotOf(key);
    if (this.keys[slot] === key) return false;
    this.keys[slot] = key;
    this.values[slot] = value;
    this.filled += 1;
    this.highest = Math.max(this.highest, key);
    return true;
  }

  has(key: number): boolean {
    return this.keys[this.slotOf(key)] === key;
  }

  get(key: number): number | undefined {
    const slot = this.slotOf(key);
    return this.keys[slot] === key ? this.values[slot] : undefined;
  }

  private slotOf(key: number): number {
    const last = this.keys.length - 1;
    let slot = hash(key, this.keys.length);
    while (this.keys[slot] !== key && this.keys[slot] !== EMPTY) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.values = new Float64Array(keys.length * 2);
    keys.forEach((key, index) => {
      if (key === EMPTY) return;
      const slot = this.slotOf(key);
      this.keys[slot] = key;
      this.values[slot] = values[index] ?? 0;
    });
  }
}

/** A canonical MAC as a number below 2^48. */
export function macNumber(macId: string): number {
  return Number.parseInt(macId.replaceAll(':', ''), 16);
}
