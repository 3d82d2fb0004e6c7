import { expect } from 'chai';
import { betterOf, ratiosOf, regressions } from '../../../bench/all.js';

describe('ratios of all benchmarks', () => {
  it('are named by benchmark and case, without those of single rounds', () => {
    const result = { case: 'first page', devices: [1, 2], ms: 3, ratio: 1.1, toRaw: 1.4, reached: true };
    expect(ratiosOf('page', result)).to.deep.equal({
      'page first page ratio': 1.1,
      'page first page toRaw': 1.4,
    });
    expect(ratiosOf('cost', { round: 1, ratio: 2 })).to.deep.equal({});
  });

  it('are reported when they are over 15 % worse than in every run before, in the direction of each benchmark', () => {
    const before = {
      'page a ratio': 1,
      'page b ratio': 1,
      'page c ratio': 1,
      'import ratio': 0.8,
      'heartbeat toBare': 0.2,
      'configuration documents by HTTP, to heartbeats ratio': 0.6,
      'configuration until all devices are in_sync ratio': 1.2,
    };
    const noisy = { 'page c ratio': 1.4, 'import ratio': 0.75 };
    const after = {
      'page a ratio': 1.15,
      'page b ratio': 1.16,
      'page c ratio': 1.5,
      'import ratio': 0.6,
      'heartbeat toBare': 0.3,
      'configuration documents by HTTP, to heartbeats ratio': 0.5,
      'configuration until all devices are in_sync ratio': 0.9,
      new: 9,
    };
    expect(regressions([before, noisy], after)).to.deep.equal([
      { ratio: 'page b ratio', worstBefore: 1, now: 1.16 },
      { ratio: 'import ratio', worstBefore: 0.75, now: 0.6 },
      { ratio: 'configuration documents by HTTP, to heartbeats ratio', worstBefore: 0.6, now: 0.5 },
    ]);
    expect(regressions([], after)).to.deep.equal([]);
  });

  it('count as 1 when they are lower between two fleets, and only then', () => {
    const before = { 'console overview ratio': 0.8, 'search rare word ratio': 0.9, 'schedule ratio': 0.8 };
    const after = { 'console overview ratio': 1.1, 'search rare word ratio': 1.2, 'schedule ratio': 1 };
    expect(regressions([before], after)).to.deep.equal([
      { ratio: 'search rare word ratio', worstBefore: 0.9, now: 1.2 },
      { ratio: 'schedule ratio', worstBefore: 0.8, now: 1 },
    ]);
  });

  it('are the better ones of two measurements', () => {
    const [one, other] = [
      { 'page a ratio': 1, 'page b ratio': 2, 'import ratio': 0.8 },
      { 'page b ratio': 1.5, 'import ratio': 0.7, 'page c ratio': 3 },
    ];
    const better = { 'page a ratio': 1, 'page b ratio': 1.5, 'import ratio': 0.8, 'page c ratio': 3 };
    expect(betterOf(one, other)).to.deep.equal(better);
  });
});
