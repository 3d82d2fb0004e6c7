import { expect } from 'chai';
import { judgeMacs } from '../../../shared/inventory/domain/provisioning.js';
import { requestedMacs } from '../../../shared/inventory/domain/requested-macs.js';

const [A, B, C] = ['02:00:00:00:00:0A', '02:00:00:00:00:0B', '02:00:00:00:00:0C'];

describe('judgeMacs', () => {
  const judge = (entries: readonly string[], capacity = 10, claimable = [A, B], unassigned = [C]) =>
    judgeMacs(requestedMacs(entries), {
      claimable: new Set(claimable),
      unassigned: new Set(unassigned),
      capacity,
    });

  it('separates new, unassigned and invalid MACs and keeps their order', () => {
    expect(judge([B, 'x', C, A, '02:00:00:00:00:0D'])).to.deep.equal({
      fresh: [B, A],
      unassigned: [C],
      invalid: ['x', '02:00:00:00:00:0D'],
    });
  });

  it('counts activated devices against the capacity, and unassigned ones not', () => {
    expect(judge([C, A, B], 1)).to.deep.equal({ fresh: [A], unassigned: [C], invalid: [B] });
    expect(judge([A, C], 0)).to.deep.equal({ fresh: [], unassigned: [C], invalid: [A] });
    expect(judge([A], -3)).to.deep.equal({ fresh: [], unassigned: [], invalid: [A] });
  });
});

describe('requestedMacs', () => {
  it('reads each device once in its first notation, and skips blank entries', () => {
    expect(requestedMacs(['', ' 02000000000a ', A, ' ', 'x', 'x', 'X'])).to.deep.equal([
      { text: '02000000000a', macId: A },
      { text: 'x', macId: null },
      { text: 'X', macId: null },
    ]);
  });
});
