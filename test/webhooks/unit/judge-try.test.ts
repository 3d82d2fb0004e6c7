import { expect } from 'chai';
import fc from 'fast-check';
import { judgeTry, MAX_TRIES, retryAtOf } from '../../../shared/webhooks/domain/judge-try.js';

const NOW = new Date('2026-12-01T00:00:00Z');
const HOUR_S = 3600;
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const failed = (status: number | null, retryAt: Date | null = null) => ({ status, retryAt });

/** Seconds from a failed try to the next one; null when there is none. */
function delay(tries: number, chance: number): number | null {
  const { nextAt } = judgeTry(failed(500), tries, null, NOW, () => chance);
  return nextAt && (nextAt.getTime() - NOW.getTime()) / 1000;
}

describe('judgeTry', () => {
  // docs/webhooks.md#tries-1
  it('plans ten tries after growing delays, each lengthened by up to a fifth', () => {
    const tries = Array.from({ length: MAX_TRIES }, (_, index) => index + 1);
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR_S);
    expect(tries.map((count) => delay(count, 0))).to.deep.equal([5, 300, 1800, ...hours, null]);
    for (const count of tries.slice(0, -1)) {
      const shortest = delay(count, 0) ?? 0;
      expect(delay(count, 0.999_999)).to.be.within(shortest * 1.19, shortest * 1.2);
    }
  });

  // docs/webhooks.md#tries-1
  it('succeeds with 2xx and with nothing else', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 100, max: 599 })), (status) => {
        const { isDelivered, nextAt } = judgeTry(failed(status), 1, null, NOW, () => 0);
        expect(isDelivered).to.equal(status !== null && status >= 200 && status <= 299);
        expect(nextAt === null).to.equal(isDelivered);
      }),
    );
  });

  // docs/webhooks.md#tries-2
  it('obeys Retry-After, which never makes a try earlier', () => {
    const next = (status: number, seconds: number) =>
      judgeTry(failed(status, after(seconds)), 2, null, NOW, () => 0);
    expect(next(500, 4000)).to.deep.include({ nextAt: after(4000), notBefore: null });
    expect(next(500, 4)).to.deep.include({ nextAt: after(300), notBefore: null });
    for (const status of [429, 503])
      expect(next(status, 4000)).to.deep.include({ nextAt: after(4000), notBefore: after(4000) });
  });

  // docs/webhooks.md#tries-3
  it('disables the webhook after a 410, and after 72 hours of failure', () => {
    const disables = (status: number | null, since: number | null) =>
      judgeTry(failed(status), 3, since === null ? null : after(since), NOW, () => 0).disables;
    expect(disables(410, null)).to.equal('gone');
    expect(disables(500, null)).to.equal(null);
    expect(disables(null, -72 * HOUR_S + 1)).to.equal(null);
    expect(disables(null, -72 * HOUR_S)).to.equal('failing');
    expect(disables(204, -100 * HOUR_S)).to.equal(null);
  });
});

describe('retryAtOf', () => {
  it('reads seconds and dates, of at most 30 days, and nothing else', () => {
    expect(retryAtOf('120', NOW)).to.deep.equal(after(120));
    expect(retryAtOf('Tue, 01 Dec 2026 00:02:00 GMT', NOW)).to.deep.equal(after(120));
    expect(retryAtOf('999999999', NOW)).to.deep.equal(after(30 * 86_400));
    for (const text of [undefined, '', '0', '-5', 'soon', '1e3x', 'Tue, 01 Dec 2020 00:02:00 GMT'])
      expect(retryAtOf(text, NOW), text).to.equal(null);
  });
});
