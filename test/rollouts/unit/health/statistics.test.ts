import { expect } from 'chai';
import { binomialPValue } from '../../../../shared/rollouts/domain/health/binomial.js';
import { exceedsBy, fisherPValue } from '../../../../shared/rollouts/domain/health/fisher.js';
import { lookLimit } from '../../../../shared/rollouts/domain/health/look-limit.js';
import {
  lowerTail,
  vanElteren,
  type Stratum,
} from '../../../../shared/rollouts/domain/health/van-elteren.js';

/** Relative differences up to this are rounding. */
const EXACT = 1e-9;
/** The tail of the normal distribution is a fit. */
const FITTED = 1e-6;

function expectNear(found: number, expected: number, within: number): void {
  expect(Math.abs(found - expected) / Math.max(Math.abs(expected), 1e-300), `${found}`).to.be.at.most(within);
}

// The expected values were computed in Python, with fractions of integers by enumeration.
describe("Fisher's exact test, one-sided", () => {
  for (const [x1, n1, x0, n0, p] of [
    [9, 100, 20, 2000, 3.9820200452594775e-6],
    [8, 100, 20, 2000, 2.8169643274765074e-5],
    [3, 3, 0, 5, 1 / 56],
    [27, 27, 0, 63, 1.4530612602849108e-23],
    [5, 45, 0, 5, 0.5766386943306462],
    [0, 10, 3, 10, 1],
    [3, 3, 0, 0, 1],
  ] as const) {
    it(`gives ${p} for ${x1} of ${n1} against ${x0} of ${n0}`, () => {
      expectNear(fisherPValue({ sick: x1, devices: n1 }, { sick: x0, devices: n0 }), p, EXACT);
    });
  }

  it('is made beside an excess that is compared without rounding', () => {
    const treated = { sick: 600, devices: 20_000 };
    const control = { sick: 20, devices: 2000 };
    expect(exceedsBy(treated, control, 2)).to.equal(true);
    expect(exceedsBy(treated, control, 2.1)).to.equal(false);
  });
});

// Sums of binomial terms as fractions of integers, in Python.
describe('the exact test of two rates', () => {
  for (const [x1, x0, e1, e0, p] of [
    [3, 0, 1, 9, 0.001],
    [6, 1, 10, 90, 6.4e-6],
    [12, 8, 1, 4, 0.00010172876515704832],
    [50, 60, 1, 2, 0.005455572081327236],
    [0, 5, 1, 1, 1],
    [5, 0, 1, 0, 1],
  ] as const) {
    it(`gives ${p} for ${x1} events in ${e1} against ${x0} in ${e0}`, () => {
      const found = binomialPValue({ events: x1, exposure: e1 }, { events: x0, exposure: e0 });
      expectNear(found, p, EXACT);
    });
  }
});

/** Values from a linear congruential generator, so that the program that computed the expected ones has the same. */
function drawnStrata(): Stratum[] {
  let state = 7;
  const next = (): number => {
    state = Number((1_103_515_245n * BigInt(state) + 12_345n) % 2_147_483_648n);
    return (state % 1000) / 1000;
  };
  return Array.from({ length: 30 }, () => ({
    treated: Array.from({ length: 3 }, () => next() - 0.4),
    control: Array.from({ length: 4 }, next),
  }));
}

// In Python, with the ranks of scipy.stats.rankdata, the variance with ties and scipy.stats.norm.
describe('the test of van Elteren', () => {
  const few: Stratum[] = [
    { treated: [-0.5, -0.4, -0.3], control: [0, 0.1, -0.1] },
    { treated: [-0.35], control: [0.05, 0.2] },
    { treated: [0.3, -0.6], control: [0.1] },
  ];
  const tied: Stratum[] = [
    { treated: [1, 1, 2], control: [1, 2, 2, 3] },
    { treated: [0], control: [0] },
    { treated: [4, 5], control: [5, 4, 4] },
  ];
  for (const [what, strata, p, shift] of [
    ['of three networks', few, 0.020388384252801203, -0.4],
    ['with ties', tied, 0.2394292203296992, 0],
    ['of thirty networks', drawnStrata(), 9.287693896819346e-14, -0.396],
  ] as const) {
    it(`gives p ${p} and a shift of ${shift} ${what}`, () => {
      const found = vanElteren(strata);
      expectNear(found?.p ?? 0, p, FITTED);
      expect(found?.shift).to.be.closeTo(shift, 1e-12);
    });
  }

  it('leaves out networks without devices of both groups', () => {
    expect(vanElteren([...few, { treated: [9], control: [] }])).to.deep.equal(vanElteren(few));
    expect(vanElteren([{ treated: [1], control: [] }])).to.equal(null);
  });

  it('has the tail of the normal distribution', () => {
    for (const [z, tail] of [
      [0, 0.5],
      [1, 0.15865525393145707],
      [3, 0.0013498980316300933],
      [5, 2.866515718791933e-7],
      [7, 1.279812543885835e-12],
    ] as const) {
      expectNear(lowerTail(-z), tail, FITTED);
      expectNear(lowerTail(z), 1 - tail, FITTED);
    }
  });
});

// docs/rollouts.md#health-gate-6
// The expected values are fractions of integers, computed in Python.
describe('the limit of a look', () => {
  for (const [look, parts, tests, limit] of [
    [1, 1, 2, 8.680555555555556e-6],
    [144, 3, 2, 2.8935185185185184e-6],
    [145, 1, 1, 1.7241379310344828e-5],
    [1000, 2, 5, 3.6036036036036035e-8],
  ] as const) {
    it(`is ${limit} at look ${look} of ${parts} parts with ${tests} tests`, () => {
      expectNear(lookLimit(look, parts, tests), limit, EXACT);
    });
  }

  it('lets a rollout of any length spend half a per cent', () => {
    let spent = 0;
    for (let look = 1; look <= 100_000; look += 1) spent += lookLimit(look, 1, 1);
    expectNear(spent, 0.0049964, EXACT);
  });
});
