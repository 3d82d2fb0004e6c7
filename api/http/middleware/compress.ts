import { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import compress from 'koa-compress';
import type { ApiState } from '../endpoint.js';

/** A shorter answer fits in one packet anyway. */
const THRESHOLD_BYTES = 1024;

/**
 * Compresses JSON answers of a kilobyte or more with gzip, for clients that accept it. Two kinds stay as they are: answers
 * that may show a secret beside text that others choose, because their length would tell whether the two are alike
 * (BREACH), and streamed lists, which have to break off visibly when the store fails.
 */
export function compressJson(): Middleware<ApiState> {
  const compressed = compress({
    filter: (type) => type === 'application/json',
    threshold: THRESHOLD_BYTES,
    encodingPreference: ['gzip', 'identity'],
    br: false,
    zstd: false,
    deflate: false,
  }) as Middleware<ApiState>;
  return async (ctx, next) => {
    await compressed(ctx, async () => {
      await next();
      if (ctx.state.endpoint?.showsSecrets === true || ctx.body instanceof Readable) ctx['compress'] = false;
    });
  };
}
