import { Readable } from 'node:stream';
import type { Caller } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { Log } from '../../shared/platform/observability/logger.js';
import type { ApiDeps } from '../deps.js';

/** Few writes per list, and twelve streams need no more than a few megabytes. */
const CHUNK_LENGTH = 256 * 1024;
/** A client that takes longer for a chunk reads less than 9 KiB per second. */
const STALL_TIMEOUT_MS = 30_000;

/** The headers of such a body. */
export const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

export interface ListBody {
  /** The body up to the list's opening bracket. */
  readonly before: string;
  readonly batches: AsyncIterable<readonly unknown[]>;
  /** The body from the list's closing bracket. */
  readonly after: string;
  /** An item as text, and what separates two; JSON and a comma unless given. */
  readonly write?: (item: never) => string;
  readonly separator?: string;
}

export interface StreamLimits {
  readonly log: Log;
  /** Acquires a permit for the life of a stream and returns the function that releases it. @throws AppError overloaded */
  readonly acquire: () => () => void;
  readonly stallMs?: number;
}

/** Acquires one of the permits for long lists. @throws AppError overloaded */
export function acquireStream(
  { capacity }: Pick<ApiDeps, 'capacity'>,
  { organisationId }: Caller,
): () => void {
  const release = capacity.streams.tryAcquire(organisationId);
  if (release) return release;
  throw new AppError('overloaded', { text: 'Too many long lists are being read; try again shortly' });
}

interface Chunk {
  readonly text: string;
  readonly last: boolean;
}

/**
 * A JSON body around a list that is read in batches: text if it fits in one chunk, else a stream that reads batches as
 * fast as the client reads and holds a permit until it ends. The first chunk is read before the response starts, so that an
 * unreachable store is refused as usual. When a later batch fails or the client stalls, the connection is destroyed: a
 * truncated list must not look complete.
 */
export async function listBody(
  list: ListBody,
  { log, acquire, stallMs = STALL_TIMEOUT_MS }: StreamLimits,
): Promise<string | Readable> {
  const chunks = chunksOf(list);
  const first = await chunks.next();
  if (first.done || first.value.last) return first.value?.text ?? '';
  const release = acquire();
  const stream = Readable.from(write(first.value), { highWaterMark: 1 });
  return stream.once('close', release);

  async function* write(start: Chunk): AsyncGenerator<string, void, undefined> {
    let stall: NodeJS.Timeout | undefined;
    try {
      for (let chunk = start; ;) {
        stall = setTimeout(() => stream.destroy(new Error('The client stopped reading')), stallMs);
        yield chunk.text;
        clearTimeout(stall);
        if (chunk.last) return;
        const next = await chunks.next();
        if (next.done) return;
        chunk = next.value;
      }
    } catch (error) {
      log.error({ err: error }, 'A list was cut off');
      throw error;
    } finally {
      clearTimeout(stall);
      await chunks.return();
    }
  }
}

async function* chunksOf({
  before,
  batches,
  after,
  ...format
}: ListBody): AsyncGenerator<Chunk, void, undefined> {
  let text = before;
  const { write = JSON.stringify, separator: between = ',' } = format;
  let separator = '';
  for await (const batch of batches) {
    for (const item of batch) {
      text += separator + write(item);
      separator = between;
    }
    if (text.length < CHUNK_LENGTH) continue;
    yield { text, last: false };
    text = '';
  }
  yield { text: text + after, last: true };
}
