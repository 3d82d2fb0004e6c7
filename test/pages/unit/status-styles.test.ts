import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { UPGRADE_STATUSES } from '../../../shared/upgrades/domain/upgrade-status.js';

describe('the styles of the table of upgrades', () => {
  it('have a rule for every status but Pending, which has the plain look', async () => {
    const css = await readFile('api/pages/static/upgrade-table.css', 'utf8');
    const styled = new Set([...css.matchAll(/\.pill\.(\w+)/g)].map(([, name]) => name));
    expect(styled).to.deep.equal(
      new Set(
        UPGRADE_STATUSES.filter((status) => status !== 'Pending').map((status) => status.toLowerCase()),
      ),
    );
  });
});

describe('the styles of the progress of a rollout in the console', () => {
  it('have a rule for every state of a device', async () => {
    const [code, css] = await Promise.all(
      ['states.ts', 'progress.css'].map((name) => readFile(`console/rollouts/${name}`, 'utf8')),
    );
    const states = [...(code ?? '').matchAll(/\{ name: '(\w+)'/g)].map(([, name]) => name);
    const styled = [...(css ?? '').matchAll(/\.state-part\.(\w+)/g)].map(([, name]) => name);
    expect(states).to.have.length.above(4);
    expect(new Set(styled)).to.deep.equal(new Set(states));
  });
});
