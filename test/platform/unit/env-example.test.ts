import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { readEnv, VARIABLE_NAMES } from '../../../shared/platform/env/env.js';

describe('.env.example', () => {
  it('has every variable of the environment, with its default', async () => {
    const example = parseEnv(await readFile('.env.example', 'utf8'));
    expect(Object.keys(example)).to.have.members([...VARIABLE_NAMES]);
    expect(readEnv(example)).to.deep.equal(readEnv({}));
  });
});
