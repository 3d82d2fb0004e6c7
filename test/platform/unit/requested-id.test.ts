import { expect } from 'chai';
import { requestedId } from '../../../shared/platform/values/requested-id.js';

describe('requestedId', () => {
  for (const [text, id] of [
    ['1', 1],
    [' 42 ', 42],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['', null],
    ['x', null],
    ['99999999999999999999', null],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${id ?? 'no id'}`, () => {
      expect(requestedId(text)).to.equal(id);
    });
  }
});
