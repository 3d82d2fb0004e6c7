import { expect } from 'chai';
import type { DevicePoint } from '../../../../shared/inventory/domain/device-points.js';
import { rankedValues } from '../../../../shared/rollouts/domain/health/ranked-values.js';

const START = Date.parse('2026-12-01T00:00:00Z');
const HALF_HOUR_MS = 1_800_000;

/** Points of consecutive half hours, from a number of half hours after midnight. */
function points(found: readonly Partial<DevicePoint>[], from = 0): DevicePoint[] {
  return found.map((values, index) => {
    const at = new Date(START + (from + index) * HALF_HOUR_MS);
    const measured = { clients: null, rxBytes: null, txBytes: null, busyPercent: null, memFreeKb: null };
    return { at, online: true, ...measured, joined: null, refused: null, restarts: 0, ...values };
  });
}

const clients = (...counts: number[]) => counts.map((count) => ({ clients: count }));
const bytes = (...counts: number[]) => counts.map((count) => ({ rxBytes: count * 1e6, txBytes: 0 }));
const refused = (...counts: number[]) => counts.map((count) => ({ refused: count }));
const memory = (...counts: (number | null)[]) => counts.map((count) => ({ memFreeKb: count }));
const values = (before: readonly Partial<DevicePoint>[], after: readonly Partial<DevicePoint>[]) =>
  rankedValues({ before: points(before), after: points(after, 40) });

// docs/rollouts.md#signs
describe('the quantities that a look ranks', () => {
  it('are the change of the mean number of clients', () => {
    // ln(3 / 7)
    expect(values(clients(4, 6, 8), clients(1, 2, 3)).clients).to.be.closeTo(-0.8472978603872037, 1e-12);
    expect(values(clients(4, 6), clients(1, 2, 3))).to.deep.equal({});
  });

  it('are the change of the megabytes of half an hour; a counter that has begun anew counts from 0', () => {
    const before = bytes(7, 17, 37, 5);
    // ln((4 + 1) / ((10 + 20 + 5) / 3 + 1))
    expect(values(before, bytes(5, 9, 13, 17)).throughput).to.be.closeTo(-0.9295359586241754, 1e-9);
  });

  it('are the change of the refusals of a day, lower where there are more', () => {
    // Two half hours of three have one: 32 a day; after it, four in each: 192 a day. -ln(193 / 33)
    const found = values(refused(3, 4, 5, 5), refused(5, 9, 13, 17)).refused;
    expect(found).to.be.closeTo(-1.7661826274384054, 1e-9);
  });

  it('are the share of the free memory that a device gains in a day, by least squares', () => {
    expect(values([], memory(1000, 998, 996, 994)).memory).to.be.closeTo(-0.096, 1e-9);
    // numpy.polyfit([0, 1, 2, 3, 4], [1000, 970, 990, 950, 940], 1) is -14 in half an hour.
    expect(values([], memory(1000, 970, 990, 950, 940)).memory).to.be.closeTo(-0.672, 1e-9);
  });

  it('do not count what a restart gives back, and leave out what was not reported', () => {
    const first = memory(1000, 990, null, 970);
    const second = memory(1000, 990, 980).map((point) => ({ ...point, restarts: 1 }));
    expect(values([], [...first, ...second]).memory).to.be.closeTo(-0.48, 1e-9);
    expect(values([], memory(1000, null, 990))).to.deep.equal({});
  });

  it('do not count what a counter grew by while points are missing', () => {
    const after = points(refused(5, 5, 5, 5), 40);
    const gap = [...after.slice(0, 2), ...points(refused(99), 45)];
    expect(rankedValues({ before: points(refused(1, 1, 1, 1)), after: gap })).to.deep.equal({});
  });
});
