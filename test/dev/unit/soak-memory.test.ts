import { expect } from 'chai';
import { trendOf } from '../../../bench/soak/memory.js';

const every = (mibAt: (sample: number) => number) =>
  Array.from({ length: 40 }, (_, sample) => ({ hour: sample / 40, mib: mibAt(sample) }));

describe('memory of a soak', () => {
  it('is flat when it varies without growth after the first half', () => {
    const trend = trendOf(every((sample) => (sample < 20 ? sample * 10 : 200 + (sample % 2 === 0 ? 3 : -3))));
    expect(trend).to.include({ meanMib: 200, isFlat: true });
    expect(trend.noiseMib).to.be.closeTo(3, 0.1);
  });

  it('is not flat when it grows by more than it varies', () => {
    const trend = trendOf(every((sample) => 200 + sample + (sample % 2)));
    expect(trend.slopeMibPerHour).to.be.closeTo(40, 1);
    expect(trend.isFlat).to.equal(false);
  });
});
