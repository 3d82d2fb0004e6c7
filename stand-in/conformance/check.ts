import mongoose from 'mongoose';
import type { Entities } from './entities.js';
import { mismatch } from './match.js';
import type { CollectionData, ExpectedError, ExpectedEvents, Operation } from './test-file.js';

type Labelled = Error & { code?: number; codeName?: string; errorResponse?: unknown; result?: unknown };

/** Fields of an event that describe its connection, not its command. */
const CONNECTION = new Set(['hasServiceId', 'hasServerConnectionId']);

function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** Whether the driver refused, and not the server. */
function isClientError(error: Error): boolean {
  const { MongoServerError, MongoNetworkError } = mongoose.mongo;
  return !(error instanceof MongoServerError) || error instanceof MongoNetworkError;
}

function hasLabel(error: Labelled, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

function checkError(expected: ExpectedError, error: Labelled, entities: Entities): void {
  const { isClientError: client, errorContains, errorCode, errorCodeName, expectResult } = expected;
  const actual = `${error.name}: ${error.message}`;
  if (client !== undefined)
    check(isClientError(error) === client, `client error ${String(client)}, got ${actual}`);
  if (errorContains !== undefined) {
    const contains = error.message.toLowerCase().includes(errorContains.toLowerCase());
    check(contains, `expected an error with '${errorContains}', got ${actual}`);
  }
  if (errorCode !== undefined)
    check(error.code === errorCode, `expected code ${String(errorCode)}, got ${actual}`);
  if (errorCodeName !== undefined) {
    check(error.codeName === errorCodeName, `expected ${errorCodeName}, got ${error.codeName ?? actual}`);
  }
  for (const label of expected.errorLabelsContain ?? []) {
    check(hasLabel(error, label), `label ${label} is missing on ${actual}`);
  }
  for (const label of expected.errorLabelsOmit ?? []) {
    check(!hasLabel(error, label), `label ${label} on ${actual}`);
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

/** Compares the outcome of an operation with the expected one. */
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
  // The driver returns null both for null and for no result.
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
      // A command or a reply may have more fields than the test lists.
      const found = CONNECTION.has(field)
        ? undefined
        : mismatch(value, actual?.event[field], entities, field);
      check(found === undefined, found ?? '');
    }
  }
}

/** Compares the final documents of a collection with the expected ones. */
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
