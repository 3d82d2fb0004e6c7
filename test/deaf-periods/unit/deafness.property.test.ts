import { expect } from 'chai';
import fc from 'fast-check';
import {
  Deafness,
  hidingSpan,
  NEVER_DEAF,
  united,
  type DeafSpan,
} from '../../../shared/deaf-periods/domain/deafness.js';

const GRACE_S = 300;
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const ms = (seconds: number): number => at(seconds).getTime();
const span = (from: number, to: number): DeafSpan => ({ from: ms(from), to: to === Infinity ? to : ms(to) });
const deaf = (...spans: DeafSpan[]): Deafness => new Deafness(united(spans), null, GRACE_S);

describe('deaf time', () => {
  it('lengthens an allowance that began before the period', () => {
    const { after } = { after: deaf(span(100, 160)).after(at(0), at(120)) };
    expect(after).to.deep.equal(at(180));
  });

  it('lengthens an allowance that began within the period by the rest of it', () => {
    expect(deaf(span(100, 160)).after(at(130), at(200))).to.deep.equal(at(230));
  });

  it('does not lengthen an allowance that is over before, or begins after', () => {
    expect(deaf(span(100, 160)).after(at(0), at(100))).to.deep.equal(at(100));
    expect(deaf(span(100, 160)).after(at(160), at(170))).to.deep.equal(at(170));
  });

  it('counts a second period that the first one has moved the end into', () => {
    expect(deaf(span(100, 160), span(170, 180)).after(at(0), at(120))).to.deep.equal(at(190));
  });

  it('gives silent devices the grace after the period', () => {
    expect(deaf(span(100, 160)).silenceAfter(at(0), at(120))).to.deep.equal(at(160 + GRACE_S));
    expect(deaf(span(100, 160)).silenceAfter(at(0), at(1000))).to.deep.equal(at(1060));
    expect(deaf(span(100, 160)).silenceAfter(at(0), at(90))).to.deep.equal(at(90));
  });

  it('never ends an allowance while it lasts', () => {
    const lasting = deaf(span(100, Infinity));
    expect(lasting.after(at(0), at(120)).getFullYear()).to.equal(9999);
    expect(lasting.silenceAfter(at(0), at(120)).getFullYear()).to.equal(9999);
  });

  // docs/reliability.md#deaf-periods-7
  it('hides at most an hour of an organisation and a day of the installation', () => {
    expect(hidingSpan({ scope: 'organisation', ...span(0, Infinity) })).to.deep.equal(span(0, 3600));
    expect(hidingSpan({ scope: 'installation', ...span(0, Infinity) })).to.deep.equal(span(0, 86_400));
    expect(hidingSpan({ scope: 'installation', ...span(0, 60) })).to.deep.equal(span(0, 60));
  });

  it('lets judgements of many devices wait for the grace, and while it is not known whether devices are heard', () => {
    expect(deaf(span(100, 160)).mustWait(at(99))).to.equal(false);
    expect(deaf(span(100, 160)).mustWait(at(100))).to.equal(true);
    expect(deaf(span(100, 160)).mustWait(at(459))).to.equal(true);
    expect(deaf(span(100, 160)).mustWait(at(460))).to.equal(false);
    expect(new Deafness([], at(0), GRACE_S).mustWait(at(5))).to.equal(false);
    expect(new Deafness([], at(0), GRACE_S).mustWait(at(6))).to.equal(true);
  });

  it('judges nothing later than what is known', () => {
    expect(new Deafness([], at(50), GRACE_S).judgedTo(at(60))).to.deep.equal(at(50));
    expect(new Deafness([], at(70), GRACE_S).judgedTo(at(60))).to.deep.equal(at(60));
    expect(NEVER_DEAF.judgedTo(at(60))).to.deep.equal(at(60));
  });

  it('takes what is not known for deaf when a device is heard', () => {
    const known = new Deafness([span(10, 20)], at(50), GRACE_S).withUnknown(at(60));
    expect(known.after(at(0), at(55))).to.deep.equal(at(75));
    expect(known.judgedTo(at(60))).to.deep.equal(at(60));
  });
});

describe('deaf time of any periods', () => {
  const seconds = fc.integer({ min: 0, max: 10_000 });
  const periods = fc
    .array(fc.tuple(seconds, fc.integer({ min: 1, max: 2000 })), { maxLength: 8 })
    .map((found) => found.map(([from, length]) => span(from, from + length)));

  it('is left out of every allowance exactly', () => {
    fc.assert(
      fc.property(periods, seconds, fc.integer({ min: 1, max: 5000 }), (spans, start, allowance) => {
        const deafness = deaf(...spans);
        const end = deafness.after(at(start), at(start + allowance));
        // What is left of the time without the deaf time is the allowance.
        const left = end.getTime() - ms(start) - deafness.deafMs(at(start), end);
        expect(left).to.equal(allowance * 1000);
      }),
    );
  });

  it('never makes a judgement earlier, and the longer it is the later it makes it', () => {
    fc.assert(
      fc.property(periods, seconds, fc.integer({ min: 1, max: 5000 }), (spans, start, allowance) => {
        const [begin, deadline] = [at(start), at(start + allowance)];
        const judged = deaf(...spans)
          .silenceAfter(begin, deadline)
          .getTime();
        expect(judged).to.be.at.least(
          deaf(...spans)
            .after(begin, deadline)
            .getTime(),
        );
        expect(judged).to.be.at.least(deadline.getTime());
        const longer = spans.map(({ from, to }) => ({ from, to: to + 60_000 }));
        expect(
          deaf(...longer)
            .silenceAfter(begin, deadline)
            .getTime(),
        ).to.be.at.least(judged);
      }),
    );
  });

  it('never lets a judgement fall into a period or its grace, unless it was due before', () => {
    fc.assert(
      fc.property(periods, seconds, fc.integer({ min: 1, max: 5000 }), (spans, start, allowance) => {
        const joined = united(spans);
        const end = deaf(...spans)
          .silenceAfter(at(start), at(start + allowance))
          .getTime();
        for (const { from, to } of joined.filter((each) => each.to > ms(start)))
          expect(end <= from || end >= to + GRACE_S * 1000).to.equal(true);
      }),
    );
  });
});
