import { expect } from 'chai';
import { isUp, isoUtc, wireTimestamp } from '../../../shared/status/domain/heartbeat-time.js';

const now = new Date('2026-03-01T10:00:00.000Z');
const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);

describe('isUp', () => {
  it('is null before the first heartbeat', () => {
    expect(isUp(null, now, 180)).to.equal(null);
  });

  it('is true up to the limit and false above it', () => {
    expect(isUp(now, now, 180)).to.equal(true);
    expect(isUp(ago(180_000), now, 180)).to.equal(true);
    expect(isUp(ago(180_001), now, 180)).to.equal(false);
  });

  it('is true for a heartbeat stamped by a clock that runs ahead', () => {
    expect(isUp(ago(-5000), now, 180)).to.equal(true);
  });
});

describe('wireTimestamp', () => {
  it('is DD/MM/YYYY HH:MM:SS +00:00 in UTC, or null', () => {
    expect(wireTimestamp(new Date('2026-02-03T04:05:06.789Z'))).to.equal('03/02/2026 04:05:06 +00:00');
    expect(wireTimestamp(new Date('2025-12-31T23:30:00-05:00'))).to.equal('01/01/2026 04:30:00 +00:00');
    expect(wireTimestamp(null)).to.equal(null);
  });
});

describe('isoUtc', () => {
  it('is ISO 8601 in UTC, or null', () => {
    expect(isoUtc(new Date('2026-02-03T04:05:06.789+05:30'))).to.equal('2026-02-02T22:35:06.789Z');
    expect(isoUtc(null)).to.equal(null);
  });
});
