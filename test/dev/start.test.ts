import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { unusedPort } from '../../dev/demo/ports.js';
import { allGone, DemoProcess } from '../processes/demo-process.js';
import { eventually } from '../fixtures/eventually.js';

describe('npm start', () => {
  let dataDir: string;
  let demo: DemoProcess | undefined;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airfleet-start-'));
  });
  after(async () => {
    if (demo?.exitCode === null) {
      demo.signal('SIGTERM');
      await demo.end();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it('serves the printed addresses and schedules the upgrade of the first wave', async () => {
    demo = await DemoProcess.start(dataDir);
    await demo.says('airfleet is up');
    for (const text of [demo.url, '/docs', '/upgrades', '/admin/queues', 'Access token', 'curl -s']) {
      expect(demo.output).to.contain(text);
    }
    await demo.says('Upgrades: Pending 117');
    const secrets = await stat(join(dataDir, 'demo', 'secrets.json'));
    expect(secrets.mode & 0o777).to.equal(0o600);
  });

  it('exits with one message when another runs on the same data', async () => {
    const second = await DemoProcess.start(dataDir);
    expect(await second.end()).to.equal(1);
    expect(second.output).to.match(/^airfleet already runs on the data in .*\n$/);
  });

  it('restarts a killed worker and reports it', async () => {
    const worker = await demo?.childRunning('programs/worker.js');
    process.kill(worker ?? 0, 'SIGKILL');
    await demo?.says('The worker ended (SIGKILL); it is started again.');
    await eventually('another worker', async () => {
      const next = await demo?.childRunning('programs/worker.js');
      return next !== undefined && next !== worker;
    });
  });

  it('leaves no process behind after Ctrl-C', async () => {
    const pids = (await demo?.tree()) ?? [];
    expect(pids.length).to.be.above(5);
    demo?.signal('SIGINT');
    expect(await demo?.end()).to.equal(0);
    await allGone(pids);
  });
});

describe('npm start, on an error', () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airfleet-start-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  async function fails(wishes: NodeJS.ProcessEnv): Promise<string> {
    const demo = await DemoProcess.start(dataDir, wishes);
    expect(await demo.end()).to.equal(1);
    expect(demo.output).not.to.match(/^\s+at /m);
    return demo.output;
  }

  it('names a taken port', async () => {
    const port = await unusedPort('127.0.0.1');
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(await fails({ PORT: String(port) })).to.match(
      new RegExp(`^Port ${port} on 127.0.0.1 is taken .*\n$`),
    );
    expect(await fails({ WORKER_PORT: String(port) })).to.contain(`WORKER_PORT=`);
    other.close();
  });

  it('lists every invalid variable at once', async () => {
    const output = await fails({ HEARTBEAT_INTERVAL_S: '-1', SESSION_SECRET: 'short', LOG_LEVEL: 'loud' });
    expect(output).to.contain('HEARTBEAT_INTERVAL_S').and.contain('SESSION_SECRET').and.contain('LOG_LEVEL');
  });

  it('refuses production mode', async () => {
    expect(await fails({ NODE_ENV: 'production' })).to.contain('not for production');
  });

  it('lists the ways to get MongoDB when the machine has none', async () => {
    const output = await fails({ AIRFLEET_STORE: 'mongod', PATH: '/nowhere' });
    expect(output).to.contain('No MongoDB could be started').and.contain('MONGODB_URI');
  });
});
