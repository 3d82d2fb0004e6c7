import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { allGone, DemoProcess } from '../processes/demo-process.js';

describe('a later npm start', () => {
  let dataDir: string;
  let demo: DemoProcess;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airfleet-later-'));
    demo = await DemoProcess.start(dataDir);
    await demo.says('airfleet is up');
    demo.signal('SIGINT');
    await demo.end();
  });
  after(async () => {
    if (demo.exitCode === null) {
      demo.signal('SIGTERM');
      await demo.end();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it('finds its data', async () => {
    demo = await DemoProcess.start(dataDir);
    await demo.says('airfleet is up');
    expect(demo.output).to.contain('The data of the last start is there again');
    await demo.says('Upgrades: ');
  });

  it('leaves no process behind when killed', async () => {
    const pids = await demo.tree();
    demo.signal('SIGKILL');
    await demo.end();
    await allGone(pids);
  });
});
