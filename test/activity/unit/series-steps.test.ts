import { expect } from 'chai';
import { newSteps, RESOLUTIONS, stepAt } from '../../../shared/activity/domain/series-steps.js';

describe('resolutions of the online series', () => {
  const at = (time: string): Date => new Date(`2026-11-30T${time}Z`);
  const steps = (now: string, last: string | null): number[] =>
    newSteps(at(now), last === null ? null : at(last)).map(({ stepS }) => stepS);

  it('all get a first point, and later one in each step of their own', () => {
    expect(steps('12:07:31', null)).to.deep.equal([60, 900, 7200]);
    expect(steps('12:07:59', '12:07:00')).to.deep.equal([]);
    expect(steps('12:08:00', '12:07:00')).to.deep.equal([60]);
    expect(steps('12:16:20', '12:13:00')).to.deep.equal([60, 900]);
    expect(steps('14:00:01', '13:59:00')).to.deep.equal([60, 900, 7200]);
    expect(steps('12:00:00', '12:07:00')).to.deep.equal([]);
  });

  it('store a point under the step that its time belongs to', () => {
    const found = RESOLUTIONS.map((resolution) => stepAt(resolution, at('13:59:59')));
    expect(found.map(({ step }) => step)).to.deep.equal([59, 55, 90]);
    expect(found.map(({ from }) => from.toISOString())).to.deep.equal([
      '2026-11-30T13:00:00.000Z',
      '2026-11-30T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ]);
  });
});
