import { expect } from 'chai';
import { mergePatch } from '../../../shared/rollouts/domain/merge-patch.js';

describe('a JSON Merge Patch', () => {
  it('merges objects, replaces arrays and removes what is null', () => {
    const settings = { name: 'a', rate: { per_minute: 60, factor: 2 }, stages: [{ percent: 1 }] };
    const patch = { name: 'b', rate: { factor: null }, stages: [{ percent: 2 }, { percent: 3 }] };
    expect(mergePatch(settings, patch)).to.deep.equal({
      name: 'b',
      rate: { per_minute: 60 },
      stages: [{ percent: 2 }, { percent: 3 }],
    });
  });

  it('gives a patch without its nulls when there is nothing to merge with', () => {
    expect(mergePatch(undefined, { a: { b: null, c: 1 } })).to.deep.equal({ a: { c: 1 } });
    expect(mergePatch({ a: 1 }, ['x'])).to.deep.equal(['x']);
  });
});
