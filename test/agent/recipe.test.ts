import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { expect } from 'chai';
import { removeBoxes, toolsPath } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

/** The commands of docs/device-makers.md that exchange a configuration. */
async function recipe(): Promise<string> {
  const text = await readFile('docs/device-makers.md', 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map((block) => block[1] ?? '');
  return blocks.at(-1) ?? '';
}

describe('the commands of docs/device-makers.md', () => {
  after(removeBoxes);

  it('fetch a document and have it confirmed', async () => {
    const agent = await ManagedAgent.make();
    await agent.addSsid();
    const [first = '', ...commands] = (await recipe()).split('\n');
    expect(first).to.equal('url=https://airfleet.example mac=02:00:5E:10:00:01');
    const script = [`url=${agent.front.url} mac=${agent.device.macId}`, ...commands].join('\n');
    const env = { PATH: await toolsPath(), DEVICE_KEY: agent.device.deviceKey };
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: agent.box.folder, env });
    const revision = /"revision":"([0-9a-f]{64})"/.exec((await agent.box.read('body')) ?? '')?.[1];
    expect(stdout)
      .to.contain('"fetch":true')
      .and.contain(`"confirmed":"${revision ?? 'none'}"`);
    expect(await agent.shown()).to.include({ state: 'in_sync', revision });
    await agent.close();
  });
});
