import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { startOnPort } from '../../processes/free-port.js';
import { scratchFolder } from './scratch-folder.js';

describe('startOnPort', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let portFile: string;
  const others: Server[] = [];

  beforeEach(async () => {
    folder = await scratchFolder();
    portFile = join(folder.path, 'server.port');
  });
  afterEach(async () => {
    for (const other of others.splice(0)) other.close();
    await folder.remove();
  });

  /** Another program takes the port. */
  async function take(port: number): Promise<void> {
    const other = createServer().listen(port, '127.0.0.1');
    others.push(other);
    await once(other, 'listening');
  }

  it('starts again on another port when another program has taken the chosen one', async () => {
    const tried: number[] = [];
    const started = await startOnPort(portFile, undefined, async (port) => {
      tried.push(port);
      if (tried.length > 1) return port;
      await take(port);
      throw new Error('EADDRINUSE');
    });
    expect(tried).to.have.length(2);
    expect(started).to.equal(tried[1]).and.not.equal(tried[0]);
    expect(await readFile(portFile, 'utf8')).to.equal(String(started));
  });

  it('fails at once when the start fails on a free port or the caller names the port', async () => {
    const tried: number[] = [];
    const failure = async (wanted?: number): Promise<string> => {
      try {
        await startOnPort(portFile, wanted, async (port) => {
          tried.push(port);
          if (wanted !== undefined) await take(port);
          throw new Error('no start');
        });
      } catch (error) {
        return String(error);
      }
      return '';
    };
    expect(await failure()).to.include('no start');
    expect(await failure(tried[0])).to.include('no start');
    expect(await failure(tried[0])).to.include('is taken');
    expect(tried).to.have.length(2);
  });
});
