import { Readable } from 'node:stream';
import type { Log } from '../shared/observability/logger.js';

/**
 * A JSON body around a list that comes in batches, of which no more than two are held however slowly the client
 * reads. The first batch is read before the answer begins, so that a store that is away is refused like anywhere
 * else; when a later one fails, the connection is cut, so that half a list cannot be taken for a whole one.
 * @param before the body up to the list's opening bracket
 * @param after the body from its closing bracket
 */
export async function streamList(
  before: string,
  batches: AsyncGenerator<unknown[], void, undefined>,
  after: string,
  log: Log,
): Promise<Readable> {
  const first = await batches.next();
  return Readable.from(write(), { highWaterMark: 1 });

  async function* write(): AsyncGenerator<string, void, undefined> {
    let separator = '';
    yield before;
    try {
      for (let batch = first; !batch.done; batch = await batches.next()) {
        if (batch.value.length === 0) continue;
        yield separator + batch.value.map((item) => JSON.stringify(item)).join(',');
        separator = ',';
      }
    } catch (error) {
      log.error({ err: error }, 'A list was cut off');
      throw error;
    }
    yield after;
  }
}
