import type { Answer } from './endpoint.js';
import { etagOfBody } from './etag.js';

/** An answer to a read that is repeated: a request whose If-None-Match names its ETag is answered with 304. */
export function revalidated(body: unknown): Answer {
  return { status: 200, headers: { ETag: etagOfBody(body) }, body };
}
