import { expect } from 'chai';
import {
  findSilence,
  longestSilenceS,
  missesHeartbeats,
  missWindowS,
  refusesHeartbeats,
  type HeardSecond,
} from '../../../shared/deaf-periods/domain/silence.js';

const RULES = { deafAfterS: 15, heartbeatIntervalS: 60 };

/** A second in which so many heartbeats were stored. */
function heard(at: number, stored = 1, failed = 0): HeardSecond {
  const [first, last] = stored > 0 ? [at * 1000, at * 1000] : [null, null];
  return { door: 'api', at: at * 1000, first, last, stored, answered: stored + failed, failed };
}

const every = (from: number, to: number, step: number, stored = 1, failed = 0): HeardSecond[] =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, at) => heard(from + at * step, stored, failed));

// docs/reliability.md#deaf-periods-1
describe('the longest silence of a service that hears', () => {
  for (const [up, seconds] of [
    [0, 90],
    [1, 90],
    [12, 90],
    [20, 60],
    [30, 40],
    [80, 15],
    [100_000, 15],
  ] as const)
    it(`is ${seconds} s while ${up} devices are up`, () => {
      expect(longestSilenceS(RULES, up)).to.equal(seconds);
    });

  it('is a quarter of a long interval at least', () => {
    expect(longestSilenceS({ deafAfterS: 15, heartbeatIntervalS: 300 }, 100_000)).to.equal(75);
  });
});

describe('silence in the counts of heartbeats', () => {
  it('is found between the last heartbeat before and the first after it', () => {
    const seconds = [...every(0, 100, 5), ...every(160, 200, 5)];
    expect(findSilence(0, seconds, 15_000, 200_000)).to.deep.equal({
      heardTo: 195_000,
      heardAgainAt: 5000,
      closed: [{ from: 95_000, to: 160_000 }],
      openFrom: null,
    });
  });

  it('is not found while another process hears devices', () => {
    const seconds = [...every(0, 100, 5), ...every(2, 300, 10)];
    expect(findSilence(0, seconds, 15_000, 290_000).closed).to.deep.equal([]);
    expect(findSilence(0, seconds, 15_000, 290_000).openFrom).to.equal(null);
  });

  it('lasts from the last heartbeat on', () => {
    expect(findSilence(0, every(5, 100, 5), 15_000, 120_000).openFrom).to.equal(95_000);
    expect(findSilence(0, every(5, 100, 5), 15_000, 110_000).openFrom).to.equal(null);
    expect(findSilence(95_000, [], 15_000, 120_000)).to.deep.equal({
      heardTo: 95_000,
      heardAgainAt: null,
      closed: [],
      openFrom: 95_000,
    });
  });

  it('does not depend on the order in which processes write', () => {
    const seconds = [...every(0, 100, 5), ...every(160, 200, 5)];
    const found = findSilence(0, seconds, 15_000, 200_000);
    expect(findSilence(0, [...seconds].reverse(), 15_000, 200_000)).to.deep.equal(found);
  });
});

// docs/reliability.md#deaf-periods-2
describe('lost heartbeats', () => {
  it('are too many when over a fifth is answered 5xx', () => {
    expect(refusesHeartbeats(every(0, 15, 1, 4, 1))).to.equal(false);
    expect(refusesHeartbeats(every(0, 15, 1, 2, 1))).to.equal(true);
    expect(refusesHeartbeats([])).to.equal(false);
  });

  it('are too many when fewer than half of those due are stored', () => {
    // 600 devices at 60 s: 150 in 15 s.
    expect(missesHeartbeats(every(0, 15, 1, 4), 15, 600, RULES)).to.equal(true);
    expect(missesHeartbeats(every(0, 15, 1, 5), 15, 600, RULES)).to.equal(false);
  });

  it('are missed over a time in which a hundred are due, or five intervals', () => {
    expect(missWindowS(RULES, 100_000)).to.equal(15);
    expect(missWindowS(RULES, 60)).to.equal(100);
    expect(missWindowS(RULES, 10)).to.equal(300);
    expect(missesHeartbeats(every(0, 300, 100), 300, 10, RULES)).to.equal(false);
  });
});
