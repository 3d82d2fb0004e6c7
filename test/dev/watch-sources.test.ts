import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { watchSources } from '../../dev/demo/watch-sources.js';
import { eventually } from '../fixtures/eventually.js';

describe('npm run dev, when a source file changes', () => {
  let root: string;
  let watching: ReturnType<typeof watchSources>;
  let restarts: number;
  let lines: string[];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'airfleet-watch-'));
    for (const folder of ['api', 'worker', 'gateway', 'shared', 'dist']) await mkdir(join(root, folder));
    await writeFile(join(root, 'tsconfig.json'), await readFile('tsconfig.json', 'utf8'));
    restarts = 0;
    lines = [];
    const restart = (): Promise<void> => Promise.resolve(void (restarts += 1));
    watching = watchSources(join(root, 'dist'), [{ restart }], (line) => lines.push(line));
  });
  afterEach(async () => {
    await watching.close();
    await rm(root, { recursive: true, force: true });
  });

  it('compiles it and restarts the processes', async () => {
    await writeFile(join(root, 'api/x.ts'), 'export const x: number = 1;\n');
    await eventually('a restart', () => restarts > 0);
    expect(await readFile(join(root, 'dist/api/x.js'), 'utf8')).to.contain('export const x = 1;');
  });

  it('compiles it each time that an editor replaces it', async () => {
    for (const value of [1, 2, 3]) {
      await writeFile(join(root, 'api/x.ts~'), `export const x: number = ${value};\n`);
      await rename(join(root, 'api/x.ts~'), join(root, 'api/x.ts'));
      await eventually(`value ${value}`, async () =>
        (await readFile(join(root, 'dist/api/x.js'), 'utf8').catch(() => '')).includes(`x = ${value};`),
      );
    }
  });

  it('compiles a file in a new folder', async () => {
    await mkdir(join(root, 'api/new'));
    await eventually('its file', async () => {
      await writeFile(join(root, 'api/new/x.ts'), 'export const x: number = 1;\n');
      return (await readFile(join(root, 'dist/api/new/x.js'), 'utf8').catch(() => '')).includes('x = 1;');
    });
  });

  it('prints a syntax error and leaves the processes running', async () => {
    await writeFile(join(root, 'api/x.ts'), 'export const x = ;\n');
    await eventually('an error', () => lines.some((line) => line.includes('Expression expected')));
    expect(restarts).to.equal(0);
  });
});
