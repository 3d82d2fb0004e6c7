import { Readable } from 'node:stream';
import type { Log } from '../../shared/platform/observability/logger.js';

/** Few writes per list, and twelve streams need no more than a few megabytes. */
const CHUNK_LENGTH = 256 * 1024;
/** A client that takes longer for a chunk reads less than 9 KiB per second. */
const STALL_TIMEOUT_MS = 30_000;

export interface ListBody {
  /** The body up to the list's opening bracket. */
  readonly before: string;
  readonly batches: AsyncIterable<readonly unknown[]>;
  /** The body from the list's closing bracket. */
  readonly after: string;
}

export interface StreamLimits {
  readonly log: Log;
  /** Acquires a slot for the life of a stream and returns the function that releases it. @throws AppError overloaded */
  readonly acquire: () => () => void;
  readonly stallMs?: number;
}

interface Chunk {
  readonly text: string;
  readonly last: boolean;
}

/**
 * A JSON body around a list that is read in batches: text if it fits in one chunk, else a stream that reads batches as
 * fast as the client reads and holds a slot until it ends. The first chunk is read before the response starts, so that an
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

async function* chunksOf({ before, batches, after }: ListBody): AsyncGenerator<Chunk, void, undefined> {
  let text = before;
  let separator = '';
  for await (const batch of batches) {
    for (const item of batch) {
      text += separator + JSON.stringify(item);
      separator = ',';
    }
    if (text.length < CHUNK_LENGTH) continue;
    yield { text, last: false };
    text = '';
  }
  yield { text: text + after, last: true };
}
