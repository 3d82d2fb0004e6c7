import { Readable } from 'node:stream';
import type { Log } from '../../shared/platform/observability/logger.js';

/** Large enough for few writes, small enough that twelve streams stay below a few megabytes. */
const CHUNK_LENGTH = 256 * 1024;
/** A client that takes longer for a chunk reads less than 9 KiB a second. */
const STALL_MS = 30_000;

export interface ListBody {
  /** The body up to the list's opening bracket. */
  readonly before: string;
  readonly batches: AsyncIterable<readonly unknown[]>;
  /** The body from the list's closing bracket. */
  readonly after: string;
}

export interface StreamLimits {
  readonly log: Log;
  /** Takes a place for the life of a stream and gives the function that returns it. @throws AppError overloaded */
  readonly takePlace: () => () => void;
  readonly stallMs?: number;
}

interface Chunk {
  readonly text: string;
  readonly last: boolean;
}

/**
 * A JSON body around a list that is read in batches. A list of one chunk is given as text. A longer one is a stream
 * that reads on as its client does and holds a place until it ends; a client that stops reading is cut. The first
 * chunk is read before the answer begins, so that a store that is away is refused as elsewhere; when a later one
 * fails, the connection is cut, because half a list must not look like a whole one.
 */
export async function listBody(
  list: ListBody,
  { log, takePlace, stallMs = STALL_MS }: StreamLimits,
): Promise<string | Readable> {
  const chunks = chunksOf(list);
  const first = await chunks.next();
  if (first.done || first.value.last) return first.value?.text ?? '';
  const returnPlace = takePlace();
  const stream = Readable.from(write(first.value), { highWaterMark: 1 });
  return stream.once('close', returnPlace);

  async function* write(begun: Chunk): AsyncGenerator<string, void, undefined> {
    let stall: NodeJS.Timeout | undefined;
    try {
      for (let chunk = begun; ;) {
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
