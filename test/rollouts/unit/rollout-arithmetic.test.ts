import { expect } from 'chai';
import fc from 'fast-check';
import { coveredDevices, networkLimit } from '../../../shared/rollouts/domain/coverage.js';
import { fisherPValue } from '../../../shared/rollouts/domain/health/fisher.js';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import { emptyBucket, ratePerMinute, refill } from '../../../shared/rollouts/domain/rate.js';

const T0 = new Date('2026-12-01T00:00:00Z');
const secondsLater = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);

describe('the order of a rollout', () => {
  it('is by the first 16 hex digits of SHA-256 of seed and device id', () => {
    expect(orderKey('12', 345)).to.equal('5af6d08778efbe55');
  });
});

// docs/rollouts.md#settings-4
describe('the devices that a stage covers', () => {
  for (const [percent, devices, covered] of [
    [16.1, 1000, 161],
    [10, 101, 11],
    [100, 7, 7],
    [0.1, 1, 1],
    [0.0001, 1_000_000, 1],
    [33.3, 0, 0],
  ] as const) {
    it(`are ${covered} at ${percent} % of ${devices}`, () => {
      expect(coveredDevices({ percent }, devices)).to.equal(covered);
    });
  }

  it('are no more than there are', () => {
    expect(coveredDevices({ count: 50 }, 20)).to.equal(20);
    expect(coveredDevices({ count: 20 }, 50)).to.equal(20);
  });

  it('are rounded up from the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (thousandths, devices) => {
          const exact = (BigInt(thousandths) * BigInt(devices) + 99_999n) / 100_000n;
          expect(coveredDevices({ percent: thousandths / 1000 }, devices)).to.equal(Number(exact));
        },
      ),
    );
  });
});

describe('the limit of a network', () => {
  for (const [percent, devices, limit] of [
    [25, 3, 1],
    [25, 8, 2],
    [16.1, 1000, 161],
    [1, 0, 1],
  ] as const) {
    it(`is ${limit} at ${percent} % of ${devices} devices`, () => {
      expect(networkLimit(percent, devices)).to.equal(limit);
    });
  }
});

describe("Fisher's exact test", () => {
  for (const [x1, n1, x0, n0, p] of [
    [9, 100, 20, 2000, 3.98e-6],
    [8, 100, 20, 2000, 2.82e-5],
    [3, 3, 0, 3, 0.05],
    [1, 2, 1, 2, 5 / 6],
  ] as const) {
    it(`gives ${p.toPrecision(3)} for ${x1} of ${n1} against ${x0} of ${n0}`, () => {
      const found = fisherPValue({ sick: x1, devices: n1 }, { sick: x0, devices: n0 });
      expect(found / p).to.be.closeTo(1, 0.005);
    });
  }

  it('is 1 without sick devices and for empty groups', () => {
    expect(fisherPValue({ sick: 0, devices: 10 }, { sick: 0, devices: 10 })).to.equal(1);
    expect(fisherPValue({ sick: 0, devices: 0 }, { sick: 5, devices: 10 })).to.equal(1);
    expect(fisherPValue({ sick: 5, devices: 10 }, { sick: 0, devices: 0 })).to.equal(1);
  });

  it('equals the sum of exact binomial quotients', () => {
    const choose = (n: number, k: number): bigint => {
      let result = 1n;
      for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i);
      return result;
    };
    const group = fc
      .integer({ min: 0, max: 60 })
      .chain((devices) =>
        fc.record({ devices: fc.constant(devices), sick: fc.integer({ min: 0, max: devices }) }),
      );
    fc.assert(
      fc.property(group, group, (treated, control) => {
        const sick = treated.sick + control.sick;
        let sum = 0n;
        for (let k = treated.sick; k <= Math.min(treated.devices, sick); k += 1) {
          if (sick - k <= control.devices)
            sum += choose(treated.devices, k) * choose(control.devices, sick - k);
        }
        const total = choose(treated.devices + control.devices, sick);
        const exact = Number((sum * 10n ** 18n) / total) / 1e18;
        expect(fisherPValue(treated, control)).to.be.closeTo(exact, 1e-9);
      }),
    );
  });

  it('does not overflow with the largest groups', () => {
    const p = fisherPValue({ sick: 20_000, devices: 20_000 }, { sick: 0, devices: 2000 });
    expect(p).to.be.within(0, 1e-300);
    expect(fisherPValue({ sick: 200, devices: 20_000 }, { sick: 20, devices: 2000 })).to.be.within(0.4, 0.7);
  });
});

describe('the rate of a rollout', () => {
  const settings = { perMinute: 60, factor: 2, perSuccesses: 100, maxPerMinute: 1000 };

  it('doubles with every hundred Successes up to its maximum', () => {
    const rates = [0, 99, 100, 399, 400, 100_000].map((successes) => ratePerMinute(settings, successes));
    expect(rates).to.deep.equal([60, 60, 120, 480, 960, 1000]);
  });

  it('is unlimited when it is null', () => {
    expect(ratePerMinute({ ...settings, perMinute: null }, 5)).to.equal(null);
  });

  it('fills an empty bucket of five at 60 a minute', () => {
    const bucket = emptyBucket(T0);
    expect(refill(bucket, 60, secondsLater(2.5)).tokens).to.equal(2.5);
    expect(refill(bucket, 60, secondsLater(3600)).tokens).to.equal(5);
    expect(refill(refill(bucket, 60, secondsLater(2)), 60, secondsLater(1)).tokens).to.equal(2);
  });

  it('never allows more than the rate and a twelfth in any minute', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), steps, (perMinute, pauses) => {
        let bucket = emptyBucket(T0);
        let now = T0.getTime();
        const dispatched: { at: number; count: number }[] = [];
        for (const pause of pauses) {
          now += pause;
          bucket = refill(bucket, perMinute, new Date(now));
          const count = Math.floor(bucket.tokens);
          bucket = { ...bucket, tokens: bucket.tokens - count };
          dispatched.push({ at: now, count });
        }
        for (const { at } of dispatched) {
          const inMinute = dispatched.filter((other) => other.at >= at && other.at < at + 60_000);
          const sum = inMinute.reduce((total, { count }) => total + count, 0);
          expect(sum).to.be.at.most(perMinute + Math.ceil(perMinute / 12));
        }
      }),
    );
  });
});
