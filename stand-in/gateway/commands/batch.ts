import { deserialize, serialize, type Document } from 'bson';
import { CODE, mongoCode, unpackSqlState } from '../errors/codes.js';
import { BSON_TYPE, documentOf, elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';

/** A failed write of a batch; `index` is its position in the batch. */
export interface WriteError {
  readonly index: number;
  readonly code: number;
  readonly errmsg: string;
}

/** The result of a batch of writes so far. */
export interface BatchResult {
  n: number;
  nModified: number | undefined;
  upserted: { index: number; _id: unknown }[];
  errors: WriteError[];
}

const FIELDS: Readonly<Record<string, string>> = {
  insert: 'documents',
  update: 'updates',
  delete: 'deletes',
};

/** Whether the batch ends at its first error. */
export function isOrdered(command: Command): boolean {
  for (const element of elementsOf(command.body)) {
    if (element.name === 'ordered') return command.body[element.valueStart] !== 0;
  }
  return true;
}

/** The writes of a batch as bytes, from a document sequence of the message or from an array in its body. */
export function writesOf(command: Command): Buffer[] {
  const field = FIELDS[command.name] ?? '';
  const sequence = command.sequences.get(field);
  const writes: Buffer[] = [];
  if (sequence) {
    for (let offset = 0; offset < sequence.length;) {
      const end = offset + sequence.readInt32LE(offset);
      writes.push(sequence.subarray(offset, end));
      offset = end;
    }
    return writes;
  }
  const list = [...elementsOf(command.body)].find(
    ({ name, type }) => name === field && type === BSON_TYPE.array,
  );
  if (!list) return writes;
  for (const { valueStart, end } of elementsOf(command.body, list.valueStart)) {
    writes.push(command.body.subarray(valueStart, end));
  }
  return writes;
}

/** The document sequence of the message; null if the body holds the writes. */
export function sequenceOf(command: Command): Buffer | null {
  return command.sequences.get(FIELDS[command.name] ?? '') ?? null;
}

/**
 * The same command with these writes only. The engine remembers a retryable write by the id of its command, so a
 * part of a batch loses the id unless it is a single write.
 */
export function withWrites(command: Command, writes: readonly Buffer[]): Command {
  const field = FIELDS[command.name] ?? '';
  const kept = [...elementsOf(command.body)].filter(({ name }) => name !== field);
  const body = documentOf(kept.map(({ start, end }) => command.body.subarray(start, end)));
  const retryId = writesOf(command).length === 1 ? command.retryId : null;
  return { ...command, body, retryId, sequences: new Map([[field, Buffer.concat(writes)]]) };
}

/** Reads the engine's answer and converts the codes of its write errors to MongoDB's. */
export function readResult(answer: Buffer, inTransaction: boolean): BatchResult {
  const result = deserialize(answer);
  const errors = (result['writeErrors'] ?? []) as WriteError[];
  return {
    n: Number(result['n'] ?? 0),
    nModified: result['nModified'] === undefined ? undefined : Number(result['nModified']),
    upserted: (result['upserted'] ?? []) as BatchResult['upserted'],
    errors: errors.map(({ index, code, errmsg }) => {
      const sqlState = unpackSqlState(code);
      return { index, code: sqlState === null ? code : mongoCode(sqlState, inTransaction), errmsg };
    }),
  };
}

/** Adds the result of retried writes; `positions` holds the position of each of them in the whole batch. */
export function mergeRetry(
  total: BatchResult,
  retry: BatchResult,
  positions: readonly number[],
): BatchResult {
  const positionOf = (index: number): number => positions[index] ?? index;
  const retried = new Set(positions);
  return {
    n: total.n + retry.n,
    nModified: retry.nModified === undefined ? total.nModified : (total.nModified ?? 0) + retry.nModified,
    upserted: [...total.upserted, ...retry.upserted.map((one) => ({ ...one, index: positionOf(one.index) }))],
    errors: [
      ...total.errors.filter(({ index }) => !retried.has(index)),
      ...retry.errors.map((error) => ({ ...error, index: positionOf(error.index) })),
    ].sort((left, right) => left.index - right.index),
  };
}

/** The reply to a batch with errors. */
export function resultReply(result: BatchResult, writeErrors: readonly Document[]): Buffer {
  return Buffer.from(
    serialize({
      n: result.n,
      ...(result.nModified === undefined ? {} : { nModified: result.nModified }),
      ...(result.upserted.length > 0 ? { upserted: result.upserted } : {}),
      ...(writeErrors.length > 0 ? { writeErrors } : {}),
      ok: 1,
    }),
  );
}

/** Whether the write conflicted with a concurrent one and can be retried. */
export function isConflict(code: number): boolean {
  return code === CODE.writeConflict || code === CODE.lockTimeout;
}
