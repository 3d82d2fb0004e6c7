import { expect } from 'chai';
import fc from 'fast-check';
import { macNumber, NumberTable } from '../../../shared/import/domain/number-table.js';

/** The number of cells that a table reads from now on. */
function countReads(table: NumberTable): () => number {
  let reads = 0;
  const keys = Reflect.get(table, 'keys') as Float64Array;
  const counted = new Proxy(keys, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  Reflect.set(table, 'keys', counted);
  return () => reads;
}

describe('a table of numbers', () => {
  it('holds the same as a Map', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 300 }), fc.nat())), (pairs) => {
        const table = new NumberTable();
        const map = new Map<number, number>();
        for (const [key, value] of pairs) {
          expect(table.add(key, value)).to.equal(!map.has(key));
          if (!map.has(key)) map.set(key, value);
        }
        expect(table.size).to.equal(map.size);
        for (let key = 0; key <= 300; key += 1) {
          expect(table.has(key)).to.equal(map.has(key));
          expect(table.get(key)).to.equal(map.get(key));
        }
      }),
    );
  });

  it('takes ids that count up and MACs that share their first half, 100,000 of each, and finds each in a few cells', () => {
    const table = new NumberTable();
    for (let number = 1; number <= 100_000; number += 1) {
      table.add(number);
      table.add(0x0200_0000_0000 + number * 256);
    }
    expect(table.size).to.equal(200_000);
    expect(table.has(0x0200_0000_0000 + 256)).to.equal(true);
    const reads = countReads(table);
    let lookUps = 0;
    for (let number = 1; number <= 100_000; number += 97) {
      for (const key of [number, 0x0200_0000_0000 + number * 256, 0x0300_0000_0000 + number * 256]) {
        table.has(key);
        lookUps += 1;
      }
    }
    expect(reads() / lookUps).to.be.below(20);
  });

  it('takes a MAC as a number', () => {
    expect(macNumber('00:00:00:00:00:00')).to.equal(0);
    expect(macNumber('FF:FF:FF:FF:FF:FF')).to.equal(2 ** 48 - 1);
    expect(macNumber('02:00:00:00:01:00')).to.equal(0x0200_0000_0100);
  });
});
