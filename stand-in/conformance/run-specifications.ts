import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import mongoose from 'mongoose';
import { runFile, type Target, type TestResult } from './run-file.js';
import type { TestFile } from './test-file.js';

/** The folders of MongoDB's specifications that the gateway is tested with. */
const FOLDERS = [
  'crud',
  'transactions',
  'read-write-concern',
  'retryable-writes',
  'index-management',
  'sessions',
];

export interface FileResults {
  readonly folder: string;
  readonly file: string;
  readonly results: readonly TestResult[];
}

async function jsonFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .sort();
}

async function readTests(path: string): Promise<TestFile | undefined> {
  const text = await readFile(path, 'utf8');
  const file = mongoose.mongo.BSON.EJSON.parse(text, { relaxed: true }) as Partial<TestFile>;
  return file.tests && 'schemaVersion' in file ? (file as TestFile) : undefined;
}

/**
 * Runs files in the unified test format: the folders above of a checkout of MongoDB's specifications, or all files
 * of any other folder.
 */
export async function* runSpecifications(path: string, uri: string): AsyncGenerator<FileResults> {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  try {
    const { version } = (await client.db('admin').command({ buildInfo: 1 })) as { version: string };
    const target: Target = { uri, version, client };
    const source = join(path, 'source');
    const isCheckout = (await jsonFiles(join(source, 'crud'))).length > 0;
    const folders = isCheckout ? FOLDERS.map((name) => join(source, name)) : [path];
    for (const folder of folders) {
      for (const file of await jsonFiles(folder)) {
        const tests = await readTests(file);
        if (!tests) continue;
        const name = isCheckout ? relative(source, folder) : relative(path, dirname(file)) || '.';
        yield { folder: name, file: relative(path, file), results: await runFile(target, tests) };
      }
    }
  } finally {
    await client.close();
  }
}
