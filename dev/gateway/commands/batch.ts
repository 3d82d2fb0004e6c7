import { deserialize, serialize, type Document } from 'bson';
import { CODE, mongoCode, unpackSqlState } from '../errors/codes.js';
import { BSON_TYPE, documentOf, elementsOf } from '../wire/elements.js';
import type { Command } from '../wire/command.js';

/** One write of a batch that failed; `index` is its place in the batch. */
export interface WriteError {
  readonly index: number;
  readonly code: number;
  readonly errmsg: string;
}

/** What a batch of writes did so far. */
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

/** The writes of a batch as bytes, wherever the driver put them: in a sequence of the message or in an array. */
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

/** The documents sequence of the message, or null when the body holds them. */
export function sequenceOf(command: Command): Buffer | null {
  return command.sequences.get(FIELDS[command.name] ?? '') ?? null;
}

/**
 * The same command with these writes only. The engine remembers a retryable write only when it is alone in its
 * command, so what is left of a batch must not take the name of the whole.
 */
export function withWrites(command: Command, writes: readonly Buffer[]): Command {
  const field = FIELDS[command.name] ?? '';
  const kept = [...elementsOf(command.body)].filter(({ name }) => name !== field);
  const body = documentOf(kept.map(({ start, end }) => command.body.subarray(start, end)));
  const retryId = writesOf(command).length === 1 ? command.retryId : null;
  return { ...command, body, retryId, sequences: new Map([[field, Buffer.concat(writes)]]) };
}

/** Reads the engine's answer; the codes of its write errors are turned into MongoDB's. */
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

/** Adds what a repeat of some writes did; `places` holds the place of each repeated write in the whole batch. */
export function mergeRepeat(total: BatchResult, repeat: BatchResult, places: readonly number[]): BatchResult {
  const place = (index: number): number => places[index] ?? index;
  const repeated = new Set(places);
  return {
    n: total.n + repeat.n,
    nModified: repeat.nModified === undefined ? total.nModified : (total.nModified ?? 0) + repeat.nModified,
    upserted: [...total.upserted, ...repeat.upserted.map((one) => ({ ...one, index: place(one.index) }))],
    errors: [
      ...total.errors.filter(({ index }) => !repeated.has(index)),
      ...repeat.errors.map((error) => ({ ...error, index: place(error.index) })),
    ].sort((left, right) => left.index - right.index),
  };
}

/** The reply to a batch that met errors. */
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

/** Whether the error came from others writing at the same moment, so that the write may simply be run again. */
export function isConflict(code: number): boolean {
  return code === CODE.writeConflict || code === CODE.lockTimeout;
}
