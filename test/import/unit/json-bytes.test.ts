import { expect } from 'chai';
import fc from 'fast-check';
import { endOfValue, skipSpace } from '../../../shared/import/domain/json-bytes.js';

describe('the end of a JSON value', () => {
  const endOf = (text: string, from = 0): number => {
    const bytes = Buffer.from(text);
    return endOfValue(bytes, from, bytes.length);
  };

  it('is found for any value, whatever follows it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(',', ']', '}', ' ,', '\n]'), (json, after) => {
        expect(endOf(json + after)).to.equal(Buffer.byteLength(json));
      }),
    );
  });

  it('is not found in a value that is cut off', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        const bytes = Buffer.from(json);
        expect(endOfValue(bytes, 0, bytes.length === 0 ? 0 : cut % bytes.length)).to.equal(-1);
      }),
    );
  });

  it('sees no end in quotes and brackets within texts', () => {
    expect(endOf('"a\\"]}",')).to.equal(7);
    expect(endOf('{"]}\\\\":["\\"}"]},')).to.equal(16);
  });

  it('is where it began when no value begins there', () => {
    for (const text of [',', ']', '}', ':']) expect(endOf(text)).to.equal(0);
  });

  it('is looked for only from where it is told, after white space', () => {
    const bytes = Buffer.from(' \n\t\r12,');
    const from = skipSpace(bytes, 0, bytes.length);
    expect(from).to.equal(4);
    expect(endOfValue(bytes, from, bytes.length)).to.equal(6);
  });
});
