import { expect } from 'chai';
import { PROTECTIONS } from '../../../dev/faults/protections.js';
import { readUnprotectedTests } from '../../../dev/faults/unprotected-tests.js';

describe('docs/reliability.md', () => {
  it('names a test for each protection that must fail without it', async () => {
    const tests = await readUnprotectedTests();
    expect(tests.map(({ protection }) => protection)).to.include.members([...PROTECTIONS]);
    expect(PROTECTIONS).to.include.members(tests.map(({ protection }) => protection));
    expect(tests).to.have.length(34);
  });
});
