import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../../test/fixtures/eventually.js';
import { noProcessLeft, processesOf, scratchFolder } from './scratch-folder.js';

describe('npm run services, through npm', function () {
  this.timeout(1_800_000);
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  const started: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(async () => {
    for (const child of started.splice(0)) stopTree(child);
    await folder.remove();
  });

  /** Ends npm and its process group. */
  function stopTree(npm: ChildProcess): void {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has ended.
    }
  }

  /** Starts `npm run services` in a process group of its own and waits until the stores are up. */
  async function npmRunServices(input: 'ignore' | 'pipe'): Promise<ChildProcess> {
    const { MONGODB_URI: _uri, REDIS_URL: _url, AIRFLEET_STORE: _store, ...env } = process.env;
    const npm = spawn('npm', ['run', 'services', '--', folder.path], {
      env,
      detached: true,
      stdio: [input, 'pipe', 'pipe'],
    });
    started.push(npm);
    let printed = '';
    for (const output of [npm.stdout, npm.stderr])
      output?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually('the stores are up', () => {
      if (npm.exitCode !== null) throw new Error(`npm ended: ${printed}`);
      return printed.includes('REDIS_URL=');
    });
    return npm;
  }

  it('ends every process when npm is killed, and starts again', async () => {
    const npm = await npmRunServices('ignore');
    expect((await processesOf(folder.path)).length).to.be.above(2);
    const exit = once(npm, 'exit');
    npm.kill('SIGKILL');
    await exit;
    await noProcessLeft(folder.path);
    const next = await npmRunServices('ignore');
    next.kill('SIGKILL');
    await noProcessLeft(folder.path);
  });

  it('ends every process when its input closes, and keeps running without input', async () => {
    const without = await npmRunServices('ignore');
    await wait(2000);
    expect(without.exitCode).to.equal(null);
    without.kill('SIGKILL');
    await noProcessLeft(folder.path);
    const npm = await npmRunServices('pipe');
    const exit = once(npm, 'exit');
    npm.stdin?.end();
    expect((await exit)[0]).to.equal(0);
    await noProcessLeft(folder.path);
  });
});
