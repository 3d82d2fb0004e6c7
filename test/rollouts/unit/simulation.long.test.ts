import { expect } from 'chai';
import { runScenario } from '../../../dev/rollout-simulation/run.js';
import { summarise } from '../../../dev/rollout-simulation/summary.js';
import { testsAll } from '../../fixtures/seed.js';

/** A run of each kind in six. */
const RUNS = testsAll ? 12 : 6;

describe('a simulation of rollouts', () => {
  it('finds bad releases and does not pause harmless ones, and repeats itself by its seed', async () => {
    const results = [];
    for (let index = 0; index < RUNS; index += 1) results.push(await runScenario(1 + index, index));
    const falsePauses = results.filter(
      ({ kind, rules }) => kind === 'harmless' && rules.gates.by === 'health_gate',
    );
    expect(falsePauses.map(({ seed }) => seed)).to.deep.equal([]);
    const twoHundred = results.filter(({ kind }) => kind === 'two hundred');
    expect(twoHundred).to.have.length(RUNS / 6);
    for (const { seed, rules } of twoHundred) {
      expect(rules.gates.by, `seed ${seed}`).not.to.equal(null);
      expect(rules.gates.offered, `seed ${seed}`).to.be.at.most(200);
    }
    expect(summarise(results)).to.include(`| 20 % sick of 200 | gates | ${RUNS / 6} | 0.0 % |`);
    expect(await runScenario(2, 1)).to.deep.equal(results[1]);
  });
});
