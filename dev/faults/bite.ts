import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStores } from '../services/start-stores.js';
import { BITES, type Bite } from './bites.js';
import { UNPROTECTED } from './protections.js';

/**
 * `npm run faults:bite [-- <part of a line>]`: runs each test of the list without the protection that it is for, and
 * says in one line why it failed. Succeeds when every one of them failed.
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const say = (line: string): unknown => process.stdout.write(`${line}\n`);

interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly failures: readonly { readonly title: string; readonly err: { readonly message?: string } }[];
}

/** Why the test failed; null when it passed. @throws Error when it did not run */
async function reasonOf(bite: Bite, env: NodeJS.ProcessEnv): Promise<string | null> {
  const program = join('node_modules', 'mocha/bin/mocha.js');
  const settings = [
    '--no-config',
    '--exit',
    '--timeout',
    '120000',
    '--reporter',
    'json',
    '--fgrep',
    bite.title,
  ];
  const child = spawn(process.execPath, [program, ...settings, join('dist/test', `${bite.file}.test.js`)], {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'test', [UNPROTECTED]: bite.protection },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { stats, failures } = JSON.parse(text.slice(text.indexOf('{\n  "stats"'))) as Report;
  if (stats.passes + stats.failures === 0) throw new Error(`no test is called "${bite.title}"`);
  const [failure] = failures;
  if (failure === undefined) return null;
  if (failure.title.includes('hook')) throw new Error(`${failure.title}: ${failure.err.message ?? ''}`);
  return (failure.err.message ?? '').split('\n').slice(0, 2).join(' ').slice(0, 160);
}

const wanted = process.argv[2] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'airfleet-bite-'));
const stores = await startStores({
  dataDir: folder,
  durable: false,
  testCommands: true,
  log: () => undefined,
});
const env = { ...process.env, MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl };
let harmless = 0;
for (const bite of BITES) {
  const name = `without ${bite.protection}: ${bite.file}: ${bite.title}`;
  if (!name.includes(wanted)) continue;
  const reason = await reasonOf(bite, env);
  if (reason === null) harmless += 1;
  say(reason === null ? `PASSED  ${name}` : `failed  ${name}\n          ${reason}`);
}
await stores.stop();
await rm(folder, { recursive: true, force: true });
say(harmless === 0 ? 'Every one failed, as it must.' : `${harmless} passed without what protects them.`);
process.exitCode = harmless === 0 ? 0 : 1;
