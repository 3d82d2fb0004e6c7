import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { eventually } from '../../../test/fixtures/eventually.js';
import { noProcessLeft, scratchFolder } from './scratch-folder.js';

const BOOTSTRAP = fileURLToPath(new URL('../../../../dev/bootstrap.mjs', import.meta.url));

describe('the bootstrap', () => {
  it('passes signals on, exits with the code of its command, and leaves no process when killed', async () => {
    const folder = await scratchFolder();
    const { MONGODB_URI: _uri, REDIS_URL: _url, ...env } = process.env;
    try {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const bootstrap = spawn(process.execPath, [BOOTSTRAP, 'stand-in/main.js', folder.path], {
          env,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const exit = once(bootstrap, 'exit');
        let printed = '';
        bootstrap.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
        await eventually('the stores are up', () => printed.includes('REDIS_URL='));
        bootstrap.kill(signal);
        expect((await exit)[0]).to.equal(signal === 'SIGTERM' ? 0 : null);
        await noProcessLeft(folder.path);
      }
    } finally {
      await folder.remove();
    }
  });
});
