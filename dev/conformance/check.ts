import mongoose from 'mongoose';
import type { Entities } from './entities.js';
import { mismatch } from './match.js';
import type { CollectionData, ExpectedError, ExpectedEvents, Operation } from './test-file.js';

type Labelled = Error & { code?: number; codeName?: string; errorResponse?: unknown; result?: unknown };

/** Fields of an event that tell of its connection instead of its command. */
const CONNECTION = new Set(['hasServiceId', 'hasServerConnectionId']);

function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** Whether the driver, not the server, refused. */
function isClientError(error: Error): boolean {
  const { MongoServerError, MongoNetworkError } = mongoose.mongo;
  return !(error instanceof MongoServerError) || error instanceof MongoNetworkError;
}

function hasLabel(error: Labelled, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

function checkError(expected: ExpectedError, error: Labelled, entities: Entities): void {
  const { isClientError: client, errorContains, errorCode, errorCodeName, expectResult } = expected;
  const told = `${error.name}: ${error.message}`;
  if (client !== undefined)
    check(isClientError(error) === client, `client error ${String(client)}, got ${told}`);
  if (errorContains !== undefined) {
    const contains = error.message.toLowerCase().includes(errorContains.toLowerCase());
    check(contains, `expected an error with '${errorContains}', got ${told}`);
  }
  if (errorCode !== undefined)
    check(error.code === errorCode, `expected code ${String(errorCode)}, got ${told}`);
  if (errorCodeName !== undefined) {
    check(error.codeName === errorCodeName, `expected ${errorCodeName}, got ${error.codeName ?? told}`);
  }
  for (const label of expected.errorLabelsContain ?? []) {
    check(hasLabel(error, label), `label ${label} is missing on ${told}`);
  }
  for (const label of expected.errorLabelsOmit ?? []) {
    check(!hasLabel(error, label), `label ${label} on ${told}`);
  }
  if (expected.errorResponse !== undefined) {
    const found = mismatch(expected.errorResponse, error.errorResponse, entities);
    check(found === undefined, found ?? '');
  }
  if (expectResult !== undefined) {
    const found = mismatch(expectResult, error.result, entities);
    check(found === undefined, found ?? '');
  }
}

/** Compares how an operation ended with what the test expects. */
export function checkOutcome(
  operation: Operation,
  ended: { readonly result: unknown } | { readonly error: Error },
  entities: Entities,
): void {
  if (operation.ignoreResultAndError === true) return;
  if ('error' in ended) {
    if (!operation.expectError) throw ended.error;
    checkError(operation.expectError, ended.error, entities);
    return;
  }
  check(operation.expectError === undefined, `${operation.name} succeeded instead of failing`);
  if (!('expectResult' in operation)) return;
  const found = mismatch(operation.expectResult, ended.result ?? undefined, entities);
  // The driver returns null where the format has null or nothing.
  const isNull = operation.expectResult === null && ended.result === null;
  check(found === undefined || isNull, `${operation.name}: ${found ?? ''}`);
}

/** Compares the command events of a client with the expected ones. */
export function checkEvents(expected: ExpectedEvents, entities: Entities): void {
  if ((expected.eventType ?? 'command') !== 'command') return;
  const events = entities.events(expected.client);
  const names = events.map(({ type, event }) => `${type} ${String(event['commandName'])}`).join(', ');
  const enough =
    expected.ignoreExtraEvents === true
      ? events.length >= expected.events.length
      : events.length === expected.events.length;
  check(enough, `expected ${expected.events.length} events, got ${names || 'none'}`);
  for (const [index, one] of expected.events.entries()) {
    const [type, fields] = Object.entries(one)[0] ?? ['', {}];
    const actual = events[index];
    check(actual?.type === type, `expected ${type} as event ${index}, got ${names}`);
    for (const [field, value] of Object.entries(fields)) {
      // A command and a reply may have more fields than the test names.
      const found = CONNECTION.has(field)
        ? undefined
        : mismatch(value, actual?.event[field], entities, field);
      check(found === undefined, found ?? '');
    }
  }
}

/** Compares what a collection holds in the end. */
export async function checkCollection(
  client: mongoose.mongo.MongoClient,
  expected: CollectionData,
  entities: Entities,
): Promise<void> {
  const collection = client.db(expected.databaseName).collection(expected.collectionName);
  const documents = await collection.find({}).sort({ _id: 1 }).toArray();
  const found = mismatch(expected.documents, documents, entities, 'outcome', false);
  check(found === undefined, found ?? '');
}
