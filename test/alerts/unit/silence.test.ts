import { expect } from 'chai';
import { isNetworkDown, isStillDown, silenceHorizon } from '../../../shared/alerts/domain/silence.js';
import { Deafness, NEVER_DEAF } from '../../../shared/deaf-periods/domain/deafness.js';

const MINUTE = 60_000;
const NOW = new Date('2026-06-15T12:00:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE);

describe('the horizon of silence', () => {
  it('is the time ago that a silence has to last', () => {
    expect(silenceHorizon(NEVER_DEAF, NOW, 10 * MINUTE, before(60))).to.deep.equal(before(10));
  });

  it('does not go back', () => {
    expect(silenceHorizon(NEVER_DEAF, NOW, 10 * MINUTE, before(5))).to.deep.equal(before(5));
  });

  // docs/alerts.md#silence-3
  it('stops while the service is deaf, and goes on after its end', () => {
    const lasting = new Deafness([{ from: before(4).getTime(), to: Infinity }], null, 60);
    expect(silenceHorizon(lasting, NOW, 10 * MINUTE, before(60))).to.deep.equal(before(14));
    const ended = new Deafness([{ from: before(8).getTime(), to: before(4).getTime() }], null, 60);
    expect(silenceHorizon(ended, NOW, 10 * MINUTE, before(60))).to.deep.equal(before(14));
  });

  it('judges nothing later than what is known', () => {
    const known = new Deafness([], before(2), 60);
    expect(silenceHorizon(known, NOW, 10 * MINUTE, before(60))).to.deep.equal(before(12));
  });
});

// docs/alerts.md#silence-2
describe('a network', () => {
  const at = (...minutes: readonly number[]): number[] => minutes.map((each) => each * MINUTE);

  it('is down when three devices and half of it became silent within five minutes', () => {
    expect(isNetworkDown(at(1, 2, 6), 6)).to.equal(true);
    expect(isNetworkDown(at(1, 2, 6), 7)).to.equal(false);
    expect(isNetworkDown(at(1, 2, 7), 6)).to.equal(false);
    expect(isNetworkDown(at(1, 2), 2)).to.equal(false);
    expect(isNetworkDown(at(0, 9, 10, 11), 6)).to.equal(true);
  });

  it('is down until fewer than half of it, or than three, are silent', () => {
    expect(isStillDown(3, 6)).to.equal(true);
    expect(isStillDown(2, 6)).to.equal(false);
    expect(isStillDown(4, 9)).to.equal(false);
  });
});
