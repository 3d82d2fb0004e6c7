import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { testSteps, type LaneName } from '../../dev/checks/steps.js';

/** The arguments of each step for mocha, after the program. */
function runs(...args: string[]): Record<LaneName, string[][]> {
  const { faults, commands, jobs, rest } = testSteps(args, false);
  const forMocha = ({ command }: { command: readonly string[] }): string[] =>
    command.slice(command.findIndex((part) => part.endsWith('mocha.js')) + 1);
  return {
    faults: faults.map(forMocha),
    commands: commands.map(forMocha),
    jobs: jobs.map(forMocha),
    rest: rest.map(forMocha),
  };
}

const NONE = { faults: [], commands: [], jobs: [], rest: [] };

describe('the test steps', () => {
  it('run every test file by default, each folder in one lane', () => {
    const all = Object.values(runs()).flat();
    for (const args of all) expect(args).to.include('dist/test/**/*.test.js');
    for (const folder of readdirSync('dist/test')) {
      const running = all.filter((args) => !args.includes(`dist/test/${folder}/**`));
      expect(running, folder).to.have.length(1);
    }
  });

  it('leave out the long tests, unless all tests or a long one is asked for', () => {
    const long = 'test/faults/load.long.test.ts';
    for (const args of Object.values(runs()).flat()) expect(args).to.include('dist/test/**/*.long.test.js');
    for (const steps of Object.values(testSteps([], true)))
      for (const { command } of steps) expect(command).not.to.include('dist/test/**/*.long.test.js');
    expect(runs(long)).to.deep.equal({ ...NONE, faults: [[`dist/${long.replace(/ts$/, 'js')}`]] });
  });

  it('pass options to mocha in every lane', () => {
    for (const [args] of Object.values(runs('--grep', 'heartbeat'))) {
      expect(args?.join(' ')).to.match(/^--grep heartbeat .*dist\/test\/\*\*\/\*\.test\.js$/);
    }
  });

  it('run only the named source or compiled file, in the lane of its folder', () => {
    for (const file of ['test/inventory/networks.test.ts', './dist/test/inventory/networks.test.js']) {
      const rest = [['--bail', 'dist/test/inventory/networks.test.js']];
      expect(runs(file, '--bail')).to.deep.equal({ ...NONE, rest });
    }
    const faults = [['dist/test/faults/redis.test.js']];
    expect(runs('test/faults/redis.test.ts')).to.deep.equal({ ...NONE, faults });
    const commands = [['dist/test/dev/steps.test.js']];
    expect(runs('test/dev/steps.test.ts')).to.deep.equal({ ...NONE, commands });
    const jobs = [['dist/test/worker/probes.test.js']];
    expect(runs('test/worker/probes.test.ts')).to.deep.equal({ ...NONE, jobs });
  });
});
