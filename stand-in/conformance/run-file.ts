import pTimeout from 'p-timeout';
import type mongoose from 'mongoose';
import { checkCollection, checkEvents, checkOutcome } from './check.js';
import { Entities } from './entities.js';
import { runOperation } from './operations.js';
import { skipReason } from './skip-reason.js';
import { type CollectionData, type Operation, Skipped, type TestCase, type TestFile } from './test-file.js';

export interface TestResult {
  readonly description: string;
  readonly status: 'pass' | 'fail' | 'skip';
  readonly reason?: string;
}

/** The server under test. */
export interface Target {
  readonly uri: string;
  readonly version: string;
  readonly client: mongoose.mongo.MongoClient;
}

const TEST_LIMIT_MS = 30_000;

async function prepare(client: mongoose.mongo.MongoClient, data: CollectionData): Promise<void> {
  const database = client.db(data.databaseName);
  const collection = database.collection(data.collectionName);
  await collection.drop().catch(() => undefined);
  if (data.documents.length === 0 || data.createOptions) {
    await database.createCollection(data.collectionName, data.createOptions ?? {});
  }
  if (data.documents.length > 0) await collection.insertMany(structuredClone(data.documents));
}

async function runStep(operation: Operation, entities: Entities): Promise<void> {
  let ended: { result: unknown } | { error: Error };
  try {
    ended = { result: await runOperation(operation, entities) };
  } catch (error) {
    if (error instanceof Skipped || !(error instanceof Error)) throw error;
    ended = { error };
  }
  checkOutcome(operation, ended, entities);
  if (operation.saveResultAsEntity !== undefined && 'result' in ended) {
    entities.set(operation.saveResultAsEntity, ended.result);
  }
}

async function runSteps(target: Target, file: TestFile, test: TestCase, entities: Entities): Promise<void> {
  entities.set('runner', target.client);
  for (const data of file.initialData ?? []) await prepare(target.client, data);
  for (const entity of file.createEntities ?? []) {
    for (const one of Object.entries(entity)) await entities.create(one);
  }
  for (const operation of test.operations) await runStep(operation, entities);
  for (const expected of test.expectEvents ?? []) checkEvents(expected, entities);
  for (const expected of test.outcome ?? []) await checkCollection(target.client, expected, entities);
}

async function runTest(target: Target, file: TestFile, test: TestCase): Promise<TestResult> {
  const { description } = test;
  const reason = skipReason(file, test, target.version);
  if (reason !== undefined) return { description, status: 'skip', reason };
  const entities = new Entities(target.uri);
  try {
    const message = `no end after ${TEST_LIMIT_MS} ms`;
    await pTimeout(runSteps(target, file, test, entities), { milliseconds: TEST_LIMIT_MS, message });
    return { description, status: 'pass' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { description, status: error instanceof Skipped ? 'skip' : 'fail', reason: message };
  } finally {
    const admin = target.client.db('admin');
    for (const configureFailPoint of ['failCommand', 'onPrimaryTransactionalWrite']) {
      await admin.command({ configureFailPoint, mode: 'off' }).catch(() => undefined);
    }
    await entities.close();
  }
}

/** Runs the tests of one file, one after another. */
export async function runFile(target: Target, file: TestFile): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const test of file.tests) results.push(await runTest(target, file, test));
  return results;
}
