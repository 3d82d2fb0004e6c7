import type { IncomingMessage } from 'node:http';
import { refuseUrl, targetOf } from '../values/url-target.js';
import { refusedTarget, type OutboundGuard } from './guarded-lookup.js';
import { guardedRequest, type OutboundRequest } from './guarded-request.js';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Statuses of responses without a body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * Sends a request to a host that an organisation has named, as {@link guardedRequest} does, and reads the response: up to
 * 1 MiB within 10 seconds.
 * @throws Error with the code of ADDRESS_REFUSED for a host that is not public; other errors of the connection
 */
export async function guardedFetch(
  url: string,
  request: OutboundRequest,
  guard: OutboundGuard,
): Promise<Response> {
  const target = targetOf(url);
  if (!target || refuseUrl(target, guard.allowed)) throw refusedTarget();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await guardedRequest(target, request, guard, { signal, maxHeaderBytes: MAX_HEADER_BYTES });
  const status = response.statusCode ?? 502;
  const content = await read(response);
  const named = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const answered = new Headers(named);
  return new Response(EMPTY.has(status) ? null : content, { status, headers: answered });
}

async function read(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += (chunk as Buffer).length;
      if (length > MAX_RESPONSE_BYTES) throw new Error('The response has more than 1 MiB');
      chunks.push(chunk as Buffer);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
