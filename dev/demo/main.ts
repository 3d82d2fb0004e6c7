import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../stand-in/processes/run-program.js';
import { demoFiles, loadDemo, writeDemoFiles } from './load-demo.js';

/** For stores and an API that run already: loads the demo organisation and lets its devices speak to API_URL. */
const dist = fileURLToPath(new URL('../../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'airfleet-demo-'));
const files = demoFiles(folder);
await writeDemoFiles(files, folder);
await loadDemo(files, join(dist, 'programs'), process.env);
const url = process.env['API_URL'] ?? 'http://127.0.0.1:8080';
await runProgram(
  process.execPath,
  [join(dist, 'dev/simulator/main.js'), '--url', url, '--devices', files.devices],
  { env: process.env, onLine: (line) => process.stdout.write(`${line}\n`) },
);
