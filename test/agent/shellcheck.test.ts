import { readdir, readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { AGENT, toolsPath } from './agent-box.js';

/** The agent's code is one program, so shellcheck reads it as one file. */
async function program(backend: string | null): Promise<string> {
  const names = await readdir(join(AGENT, 'lib'));
  const files = [
    ...names.sort().map((name) => `lib/${name}`),
    ...(backend === null ? [] : [`backends/${backend}.sh`]),
    'airfleet-agent',
  ];
  return (await Promise.all(files.map((name) => readFile(join(AGENT, name), 'utf8')))).join('\n');
}

async function shellcheck(input: string, ...options: string[]): Promise<string> {
  const env = { PATH: await toolsPath(), HOME: AGENT };
  return spawnSync('shellcheck', [...options, '-s', 'sh', '-'], { input, env, encoding: 'utf8' }).stdout;
}

describe('the code of the agent', () => {
  it('has fewer than 500 lines without the backends, comments and blank lines', async () => {
    const text = await program(null);
    expect(text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))).to.have.length.below(500);
  });

  // `load` assigns variables by name, which shellcheck cannot follow (SC2154).
  it('has no finding of shellcheck', async () => {
    expect(await shellcheck(await program('hostapd'), '-e', 'SC2154')).to.equal('');
  });

  // udhcpc sets variables of the script that it calls (SC2154).
  it('has no finding of shellcheck in the scripts of the emulated access point', async () => {
    const folder = 'dev/air/guest';
    for (const name of await readdir(folder))
      expect(await shellcheck(await readFile(join(folder, name), 'utf8'), '-e', 'SC2154'), name).to.equal('');
  });

  // Some settings are for the other backend (SC2034).
  it('has no finding of shellcheck with the backend of OpenWrt', async () => {
    expect(await shellcheck(await program('openwrt'), '-e', 'SC2154,SC2034')).to.equal('');
  });
});
