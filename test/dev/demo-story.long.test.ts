import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DemoProcess } from '../processes/demo-process.js';
import { DemoConfigurationFixture } from './demo-configuration-fixture.js';
import { runCommands } from './run-commands.js';

/** The sh blocks of the README, in order. */
async function readmeLines(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  return [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map((block) => block[1]).join('');
}

describe('the demo that npm start runs', () => {
  let dataDir: string;
  let demo: DemoProcess;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airfleet-demo-'));
    demo = await DemoProcess.start(dataDir);
    await demo.says('airfleet is up');
  });
  after(async () => {
    demo.signal('SIGTERM');
    await demo.end();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('pauses its rollout, and completes it after the printed commands exclude the bad hardware part', async () => {
    await demo.says('is paused by the failure gate: finished 1, failed 1');
    expect(demo.output).to.match(
      /Stage 1, MR-520: 1 of 1 upgraded devices are sick.*\n {2}[0-9A-F:]{17} {2}restarted/,
    );
    const [, advice = ''] = demo.output.split('To exclude the part and resume:\n');
    const commands = advice.split('\n').filter((line) => line.startsWith('  curl '));
    expect(await runCommands(commands.join('\n'), dataDir)).to.have.length(2);
    await demo.says('Rollout 1 Completed: Success');
  });

  // docs/configuration.md#canary-passed, docs/configuration.md#hold, docs/configuration.md#edit-undo
  it('brings an edit to the agent and the other devices, and holds one that takes an SSID off the air', async () => {
    const lines = demo.output.split('\n');
    const [good = '', refused = ''] = lines.filter((line) => line.includes('network_ssid"'));
    const fixture = await DemoConfigurationFixture.begin(demo.url, dataDir);
    await runCommands(good, dataDir);
    const applied = await fixture.everyoneApplies();
    expect(await fixture.mostClients()).to.equal('40');
    await runCommands(refused, dataDir);
    await fixture.onlyCanariesLeaveOut(applied);
    await fixture.undo();
    expect(await fixture.everyoneApplies()).to.deep.equal(applied);
    expect(await fixture.mostClients()).to.equal('40');
  });

  it('runs every command of the README as printed', async () => {
    const lines = await readmeLines();
    expect(lines).to.contain('curl');
    const here = lines.replaceAll('http://127.0.0.1:8080', demo.url).replaceAll('.airfleet/', `${dataDir}/`);
    expect(await runCommands(here, dataDir)).to.have.length.above(10);
  });
});
