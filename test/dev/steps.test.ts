import { expect } from 'chai';
import { testSteps } from '../../dev/checks/steps.js';

/** The arguments of each step for mocha, after the program. */
function runs(...args: string[]): Record<'tests' | 'testsOfProcesses', string[][]> {
  const { tests, processTests } = testSteps(args);
  const forMocha = ({ command }: { command: readonly string[] }): string[] => command.slice(3);
  return { tests: tests.map(forMocha), testsOfProcesses: processTests.map(forMocha) };
}

describe('the test steps', () => {
  it('run every test file by default, each folder in one of the two runs', () => {
    const { tests, testsOfProcesses } = runs();
    expect(tests[0]).to.include('dist/test/**/*.test.js').and.include('dist/test/faults/**');
    expect(testsOfProcesses[0]).to.include('dist/test/**/*.test.js').and.include('dist/test/upgrades/**');
    expect(testsOfProcesses[0]).not.to.include('dist/test/faults/**');
  });

  it('pass options to mocha in both runs', () => {
    for (const [args] of Object.values(runs('--grep', 'heartbeat'))) {
      expect(args?.join(' ')).to.match(/^--grep heartbeat .*dist\/test\/\*\*\/\*\.test\.js$/);
    }
  });

  it('run only the named source or compiled file, in the run of its folder', () => {
    for (const file of ['test/gateway/crud.test.ts', './dist/test/gateway/crud.test.js']) {
      expect(runs(file, '--bail')).to.deep.equal({
        tests: [['--bail', 'dist/test/gateway/crud.test.js']],
        testsOfProcesses: [],
      });
    }
    expect(runs('test/faults/redis.test.ts')).to.deep.equal({
      tests: [],
      testsOfProcesses: [['dist/test/faults/redis.test.js']],
    });
  });
});
