import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { refuseUrl, targetOf, type UrlTarget } from '../values/url-target.js';
import { guardedLookup, refusedTarget, type OutboundGuard } from './guarded-lookup.js';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Statuses of responses without a body. */
const EMPTY = new Set([204, 205, 304]);

/** A request as `fetch` takes it, with a body that is text. */
export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends a request to a host that an organisation has named, and reads the response: up to 1 MiB within 10 seconds. The host is
 * resolved once, every address is judged, and the socket opens to one of those. Redirects are not followed.
 * @throws Error with the code of ADDRESS_REFUSED for a host that is not public; other errors of the connection
 */
export async function guardedFetch(
  url: string,
  { method, headers, body }: OutboundRequest,
  guard: OutboundGuard,
): Promise<Response> {
  const target = targetOf(url);
  if (!target || refuseUrl(target, guard.allowed)) throw refusedTarget();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const length: Record<string, number> =
    body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const response = await send(target, { method, headers: { ...headers, ...length }, body }, guard, signal);
  const status = response.statusCode ?? 502;
  const content = await read(response);
  const named = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const answered = new Headers(named);
  return new Response(EMPTY.has(status) ? null : content, { status, headers: answered });
}

function send(
  target: UrlTarget,
  {
    body,
    method,
    headers,
  }: { method: string; headers: Record<string, string | number>; body?: string | undefined },
  guard: OutboundGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options = {
    method,
    headers,
    agent: false,
    lookup: guardedLookup(target, guard, signal),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  } as const;
  const open = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = open(target.url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
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
