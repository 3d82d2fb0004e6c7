import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { selectTests, testSteps } from '../../dev/checks/steps.js';

const compiled = readdirSync('dist/test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => `dist/test/${name}`);
const isLong = (file: string): boolean => file.endsWith('.long.test.js');

describe('the test steps', () => {
  it('run every test but the long ones, those in a folder unit apart', () => {
    const { unit, others } = selectTests([], false);
    expect([...unit, ...others]).to.have.members(compiled.filter((file) => !isLong(file)));
    for (const file of unit) expect(file).to.include('/unit/');
    for (const file of others) expect(file).not.to.include('/unit/');
  });

  it('run the long tests when all are asked for, first', () => {
    const { unit, others } = selectTests([], true);
    expect([...unit, ...others]).to.have.members(compiled);
    const long = others.filter(isLong);
    expect(long).not.to.be.empty;
    expect(others.slice(0, long.length)).to.deep.equal(long);
  });

  it('run only the named files, source or compiled, long or not, and pass the options on', () => {
    const files = [
      'test/dev/steps.test.ts',
      './dist/test/faults/load.long.test.js',
      'test/bulk/unit/x.test.ts',
    ];
    const selection = selectTests([...files, '--grep', 'heartbeat'], false);
    expect(selection).to.deep.equal({
      unit: ['dist/test/bulk/unit/x.test.js'],
      others: ['dist/test/faults/load.long.test.js', 'dist/test/dev/steps.test.js'],
      options: ['--grep', 'heartbeat'],
    });
    const { unit, lanes } = testSteps(selection);
    for (const step of [...unit, ...lanes])
      expect(step.command.join(' ')).to.include(' --grep heartbeat dist/');
  });

  it('have no step without files', () => {
    const { unit, lanes } = testSteps(selectTests(['test/dev/steps.test.ts'], false));
    expect([unit.length, lanes.length]).to.deep.equal([0, 1]);
  });
});
