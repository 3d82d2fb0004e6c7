import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startStores } from '../../stand-in/start-stores.js';
import { UNPROTECTED } from './protections.js';
import { readUnprotectedTests, type UnprotectedTest } from './unprotected-tests.js';

/**
 * `npm run faults:bite [-- TEXT]`: runs each test of docs/reliability.md without the protection that its row names, and
 * prints why it failed. Exits with 0 when all of them failed. TEXT selects tests by a part of the printed line.
 */
interface Report {
  readonly stats: { readonly passes: number; readonly failures: number };
  readonly failures: readonly { readonly title: string; readonly err: { readonly message?: string } }[];
}

/** Returns why the test failed, or null when it passed. @throws Error when its set-up failed */
async function failureOf(
  { protection, file, title }: UnprotectedTest,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const compiled = join('dist', file.replace(/\.ts$/, '.js'));
  const program = join('node_modules', 'mocha/bin/mocha.js');
  const options = ['--no-config', '--exit', '--bail', '--timeout', '120000', '--reporter', 'json'];
  const child = spawn(process.execPath, [program, ...options, '--grep', title, compiled], {
    env: { ...env, NODE_ENV: 'test', [UNPROTECTED]: protection },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = await text(child.stdout);
  const { stats, failures } = JSON.parse(output.slice(output.indexOf('{\n  "stats"'))) as Report;
  if (stats.passes + stats.failures === 0) throw new Error(`${file} has no test that matches ${title}`);
  const [failure] = failures;
  if (failure === undefined) return null;
  const message = failure.err.message ?? '';
  if (failure.title.includes('hook')) throw new Error(`${failure.title}: ${message}`);
  return message.split('\n').slice(0, 2).join(' ').slice(0, 160);
}

const print = (line: string): unknown => process.stdout.write(`${line}\n`);
const wanted = process.argv[2] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'airfleet-unprotected-'));
const stores = await startStores({
  dataDir: folder,
  durable: false,
  testCommands: true,
  log: () => undefined,
});
const env = { ...process.env, MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl };
let [passed, notRun] = [0, 0];
for (const test of await readUnprotectedTests()) {
  const name = `without ${test.protection}: ${test.rule} (${test.file})`;
  if (!name.includes(wanted)) continue;
  try {
    const failure = await failureOf(test, env);
    if (failure === null) passed += 1;
    print(failure === null ? `PASSED  ${name}` : `failed  ${name}\n          ${failure}`);
  } catch (error) {
    notRun += 1;
    print(`NOT RUN ${name}\n          ${error instanceof Error ? error.message : String(error)}`);
  }
}
await stores.stop();
await rm(folder, { recursive: true, force: true });
if (passed + notRun === 0) print('Every test failed, as expected.');
else print(`${passed} passed without their protection, ${notRun} did not run.`);
process.exitCode = passed + notRun === 0 ? 0 : 1;
