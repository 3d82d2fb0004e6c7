import { expect } from 'chai';
import { ratiosOf, regressions } from '../../../bench/all.js';

describe('ratios of all benchmarks', () => {
  it('are named by benchmark and case, without those of single rounds', () => {
    const result = { case: 'first page', devices: [1, 2], ms: 3, ratio: 1.1, toRaw: 1.4, reached: true };
    expect(ratiosOf('page', result)).to.deep.equal({
      'page first page ratio': 1.1,
      'page first page toRaw': 1.4,
    });
    expect(ratiosOf('cost', { round: 1, ratio: 2 })).to.deep.equal({});
  });

  it('are reported when they are over 30 % worse than their median, in the direction of each benchmark', () => {
    const usual = {
      'page a ratio': 1,
      'page b ratio': 1,
      'page c ratio': 1,
      'import ratio': 0.8,
      'heartbeat toBare': 0.2,
      'configuration documents by HTTP, to heartbeats ratio': 0.6,
      'configuration until all devices are in_sync ratio': 1.2,
    };
    const noisy = { 'page c ratio': 9, 'import ratio': 0.1 };
    const after = {
      'page a ratio': 1.3,
      'page b ratio': 1.31,
      'page c ratio': 1.5,
      'import ratio': 0.6,
      'heartbeat toBare': 0.3,
      'configuration documents by HTTP, to heartbeats ratio': 0.4,
      'configuration until all devices are in_sync ratio': 0.9,
      new: 9,
    };
    expect(regressions([usual, noisy, usual], after)).to.deep.equal([
      { ratio: 'page b ratio', before: 1, now: 1.31 },
      { ratio: 'page c ratio', before: 1, now: 1.5 },
      { ratio: 'import ratio', before: 0.8, now: 0.6 },
      { ratio: 'configuration documents by HTTP, to heartbeats ratio', before: 0.6, now: 0.4 },
    ]);
    expect(regressions([], after)).to.deep.equal([]);
  });

  it('count as 1 when they are lower between two fleets, and only then', () => {
    const before = { 'console overview ratio': 0.8, 'search rare word ratio': 0.9, 'schedule ratio': 0.8 };
    const after = { 'console overview ratio': 1.2, 'search rare word ratio': 1.4, 'schedule ratio': 1.1 };
    expect(regressions([before], after)).to.deep.equal([
      { ratio: 'search rare word ratio', before: 0.9, now: 1.4 },
      { ratio: 'schedule ratio', before: 0.8, now: 1.1 },
    ]);
  });
});
