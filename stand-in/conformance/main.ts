import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startStores } from '../start-stores.js';
import { runMongoose } from './run-mongoose.js';
import { runSpecifications } from './run-specifications.js';
import { Summary } from './summary.js';

/**
 * `npm run conformance -- PATH`: runs a checkout of mongodb/specifications or of mongoose, or a folder of files
 * in the unified test format, against MONGODB_URI or a MongoDB that it starts. Fails when a test fails.
 */
const [argument] = process.argv.slice(2);
if (argument === undefined || !existsSync(argument)) {
  process.stderr.write('usage: npm run conformance -- PATH\n');
  process.exit(2);
}
const path = resolve(argument);

async function isMongoose(): Promise<boolean> {
  const text = await readFile(join(path, 'package.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { name?: string }).name === 'mongoose';
}

async function runAll(uri: string): Promise<number> {
  if (await isMongoose()) return runMongoose(path, uri);
  const summary = new Summary();
  for await (const one of runSpecifications(path, uri)) summary.add(one);
  process.stdout.write(summary.text());
  return summary.failed || summary.empty ? 1 : 0;
}

const dataDir = await mkdtemp(join(tmpdir(), 'airfleet-conformance-'));
const log = (line: string): boolean => process.stderr.write(`${line}\n`);
const stores = await startStores({ dataDir, durable: false, testCommands: true, log });
try {
  process.exitCode = await runAll(stores.mongodbUri);
} finally {
  await stores.stop();
  await rm(dataDir, { recursive: true, force: true });
}
