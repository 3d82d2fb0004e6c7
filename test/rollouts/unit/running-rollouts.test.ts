import { expect } from 'chai';
import { createRunningRollouts } from '../../../shared/rollouts/operations/running-rollouts.js';

describe('the rollouts that an API takes for running', () => {
  let ms: number;
  let readings: ((ids: number[]) => void)[];
  let running: () => Promise<ReadonlySet<number>>;
  beforeEach(() => {
    ms = 0;
    readings = [];
    const store = { running: () => new Promise<number[]>((resolve) => readings.push(resolve)) };
    running = createRunningRollouts(store, () => ms);
  });

  // docs/rollouts.md#pause_rollout-1
  it('are read once a second', async () => {
    const first = running();
    readings[0]?.([7]);
    ms = 1000;
    expect([...(await first)]).to.deep.equal([7]);
    expect(await running()).to.equal(await first);
    ms = 1001;
    const second = running();
    readings[1]?.([8]);
    expect([...(await second)]).to.deep.equal([8]);
    expect(readings).to.have.length(2);
  });

  // docs/rollouts.md#pause_rollout-1
  it('are none when the reading took more than two seconds', async () => {
    const late = running();
    ms = 2001;
    readings[0]?.([7]);
    expect([...(await late)]).to.deep.equal([]);
  });
});
