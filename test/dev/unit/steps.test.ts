import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { selectTests, testSteps } from '../../../dev/checks/steps.js';

const tests = ['dist/test', 'dist/stand-in/test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `${folder}/${name}`),
);
const takesLong = (file: string): boolean => /\.(story|long|property)\.test\.js$/.test(file);

describe('the test steps', () => {
  it('run pure rules, contracts over HTTP and stories by default, and no long test', () => {
    const { unit, others } = selectTests([], false);
    const ruleFiles = tests.filter((file) => file.includes('/unit/') && !file.includes('.long.'));
    expect(unit).to.have.members(ruleFiles);
    for (const file of others) expect(file).to.match(/\/(http|contract)\/|\.story\.test\.js$/);
    for (const file of [...unit, ...others]) expect(file).not.to.include('.long.');
    for (const file of tests.filter((name) => name.endsWith('.story.test.js')))
      expect(others).to.include(file);
  });

  it('run every test when all are asked for, the longest first', () => {
    const { unit, others } = selectTests([], true);
    expect([...unit, ...others]).to.have.members(tests);
    const long = others.filter(takesLong);
    expect(long).not.to.be.empty;
    expect(others.slice(0, long.length)).to.deep.equal(long);
  });

  it('run only the named files, source or compiled, long or not, and pass the options on', () => {
    const files = [
      'test/dev/start.test.ts',
      './dist/test/faults/load.long.test.js',
      'test/bulk/unit/x.test.ts',
    ];
    const selection = selectTests([...files, '--grep', 'heartbeat'], false);
    expect(selection).to.deep.equal({
      unit: ['dist/test/bulk/unit/x.test.js'],
      others: ['dist/test/faults/load.long.test.js', 'dist/test/dev/start.test.js'],
      options: ['--grep', 'heartbeat'],
    });
    const { unit, lanes } = testSteps(selection);
    for (const step of [...unit, ...lanes])
      expect(step.command.join(' ')).to.include(' --grep heartbeat dist/');
  });

  it('take the name of a file without .test.ts', () => {
    const { unit, others, options } = selectTests(['test/dev/unit/steps'], false);
    expect([unit, others, options]).to.deep.equal([['dist/test/dev/unit/steps.test.js'], [], []]);
  });

  it('run the stories on the air one by one, beside the lanes', () => {
    const { lanes, air } = testSteps(selectTests([], true));
    expect([...lanes, ...air].map(({ name }) => name)).to.deep.equal(['tests', 'tests on the air']);
    const [files = [], stories = []] = [...lanes, ...air].map(({ command }) =>
      command.filter((arg) => arg.endsWith('.test.js')),
    );
    expect(files.filter((file) => file.includes('/air/'))).to.deep.equal([]);
    expect(stories).to.have.members(tests.filter((file) => file.includes('/test/air/')));
    expect(air[0]?.command).to.not.include('--parallel');
  });

  it('have no step without files', () => {
    const { unit, lanes, air } = testSteps(selectTests(['test/dev/start.test.ts'], false));
    expect([unit.length, lanes.length, air.length]).to.deep.equal([0, 1, 0]);
  });
});
