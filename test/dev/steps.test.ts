import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { testSteps } from '../../dev/checks/steps.js';

/** The arguments of each step for mocha, after the program. */
function runs(...args: string[]): Record<'tests' | 'jobTests' | 'processTests', string[][]> {
  const { tests, jobTests, processTests } = testSteps(args);
  const forMocha = ({ command }: { command: readonly string[] }): string[] => command.slice(3);
  return {
    tests: tests.map(forMocha),
    jobTests: jobTests.map(forMocha),
    processTests: processTests.map(forMocha),
  };
}

describe('the test steps', () => {
  it('run every test file by default, each folder in one of the three runs', () => {
    const all = Object.values(runs()).flat();
    for (const args of all) expect(args).to.include('dist/test/**/*.test.js');
    for (const folder of readdirSync('dist/test')) {
      const running = all.filter((args) => !args.includes(`dist/test/${folder}/**`));
      expect(running, folder).to.have.length(1);
    }
  });

  it('pass options to mocha in every run', () => {
    for (const [args] of Object.values(runs('--grep', 'heartbeat'))) {
      expect(args?.join(' ')).to.match(/^--grep heartbeat .*dist\/test\/\*\*\/\*\.test\.js$/);
    }
  });

  it('run only the named source or compiled file, in the run of its folder', () => {
    for (const file of ['test/gateway/crud.test.ts', './dist/test/gateway/crud.test.js']) {
      expect(runs(file, '--bail')).to.deep.equal({
        tests: [['--bail', 'dist/test/gateway/crud.test.js']],
        jobTests: [],
        processTests: [],
      });
    }
    expect(runs('test/faults/redis.test.ts')).to.deep.equal({
      tests: [],
      jobTests: [],
      processTests: [['dist/test/faults/redis.test.js']],
    });
    expect(runs('test/worker/probes.test.ts')).to.deep.equal({
      tests: [],
      jobTests: [['dist/test/worker/probes.test.js']],
      processTests: [],
    });
  });
});
