import { readdir, readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { AGENT, toolsPath } from './agent-box.js';

/** The agent's code is one program, so shellcheck reads it as one file. */
async function program(backend: string): Promise<string> {
  const [names, backends] = await Promise.all(
    ['lib', 'backends'].map((folder) => readdir(join(AGENT, folder))),
  );
  const files = [
    ...(names ?? []).sort().map((name) => `lib/${name}`),
    ...(backends ?? [])
      .filter((name) => name.startsWith(backend) && name.endsWith('.sh'))
      .map((name) => `backends/${name}`),
    'airfleet-agent',
  ];
  return (await Promise.all(files.map((name) => readFile(join(AGENT, name), 'utf8')))).join('\n');
}

async function shellcheck(input: string, ...options: string[]): Promise<string> {
  const env = { PATH: await toolsPath(), HOME: AGENT };
  return spawnSync('shellcheck', [...options, '-s', 'sh', '-'], { input, env, encoding: 'utf8' }).stdout;
}

describe('the code of the agent', () => {
  // `load` assigns variables by name, which shellcheck cannot follow (SC2154).
  it('has no finding of shellcheck', async () => {
    expect(await shellcheck(await program('hostapd'), '-e', 'SC2154')).to.equal('');
  });

  it('has no finding of shellcheck in the program that counts events', async () => {
    const path = join(AGENT, 'backends/hostapd-event');
    expect(await shellcheck(await readFile(path, 'utf8'))).to.equal('');
  });

  // udhcpc sets variables of the script that it calls (SC2154).
  it('has no finding of shellcheck in the scripts of the emulated access point', async () => {
    const folder = 'dev/air/guest';
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sh')))
      expect(await shellcheck(await readFile(join(folder, name), 'utf8'), '-e', 'SC2154'), name).to.equal('');
  });

  // Some settings are for the other backend (SC2034).
  it('has no finding of shellcheck with the backend of OpenWrt', async () => {
    expect(await shellcheck(await program('openwrt'), '-e', 'SC2154,SC2034')).to.equal('');
  });
});
