import { expect } from 'chai';
import { isNoteDue, MAX_POINTS, noted, withPoint } from '../../../shared/rollouts/domain/rollout-history.js';
import type { NotedTime } from '../../../shared/rollouts/models/rollout.js';

const START = Date.UTC(2026, 0, 5);

// docs/rollouts.md#rollout_series-2
describe('the series of a rollout', () => {
  it('has a point a minute at first, and never more than 500, from its start to its end', () => {
    let points: number[] = [];
    let last: NotedTime | null = null;
    const minutes = 100_000;
    for (let minute = 0; minute <= minutes; minute += 1) {
      const now = new Date(START + minute * 60_000);
      if (!isNoteDue(last, now, false)) continue;
      points = withPoint(points, minute);
      last = noted(last, now);
      expect(points.length).to.equal(last.length).and.at.most(MAX_POINTS);
      if (minute < MAX_POINTS) expect(points).to.have.length(minute + 1);
    }
    const gaps = points.slice(1).map((minute, index) => minute - (points[index] ?? 0));
    expect(points[0]).to.equal(0);
    expect(points.length).to.be.at.least(MAX_POINTS / 2);
    expect(Math.max(...gaps)).to.be.at.most(2 * Math.min(...gaps));
    expect(minutes - (points.at(-1) ?? 0)).to.be.below((last?.stepS ?? 0) / 60);
  });

  it('has a point of the end, whenever that is', () => {
    const last = { at: new Date(START), stepS: 60, length: 3 };
    const later = new Date(START + 1000);
    expect([isNoteDue(last, later, false), isNoteDue(last, later, true)]).to.deep.equal([false, true]);
  });
});
