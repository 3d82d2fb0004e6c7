import { expect } from 'chai';
import { runScenario, type RunResult } from '../../../dev/rollout-simulation/run.js';
import { isHarmless, SCENARIOS } from '../../../dev/rollout-simulation/scenarios.js';
import { summarise } from '../../../dev/rollout-simulation/summary.js';

/** Scenarios of which every bad release is found. */
const ALWAYS = ['20 % sick', '50 % sick', '20 % sick of 200', 'bricks', 'bricks in networks of one'] as const;

describe('a simulation of rollouts', () => {
  it('finds bad releases and does not pause harmless ones, and repeats itself by its seed', async () => {
    const results: RunResult[] = [];
    for (const scenario of SCENARIOS) results.push(await runScenario(1, scenario));
    const falsePauses = results.filter(
      ({ scenario, rules }) => isHarmless(scenario) && rules.gates.by !== null,
    );
    expect(falsePauses.map(({ seed, scenario }) => [scenario, seed])).to.deep.equal([]);
    for (const { scenario, seed, rules } of results)
      if (ALWAYS.some((name) => name === scenario) && rules.gates.harmed > 0)
        expect(rules.gates.by, `${scenario}, seed ${seed}`).not.to.equal(null);
    for (const { seed, rules } of results.filter(({ scenario }) => scenario === '20 % sick of 200'))
      expect(rules.gates.offered, `seed ${seed}`).to.be.at.most(200);
    expect(summarise(results)).to.include('| 20 % sick of 200 | gates | 1 | 100.0 % |');
    const again = await runScenario(1, '20 % sick of 200', true);
    expect(again.rules.gates).to.deep.equal(
      results.find(({ scenario }) => scenario === '20 % sick of 200')?.rules.gates,
    );
    expect(again.rules).to.include.keys('reported failures', 'sick share');
  });
});
