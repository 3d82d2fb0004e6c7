import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { UrlTarget } from '../values/url-target.js';
import { guardedLookup, type OutboundGuard } from './guarded-lookup.js';

/** A request as `fetch` takes it, with a body that is text. */
export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Limits {
  /** Ends the request. */
  readonly signal: AbortSignal;
  readonly maxHeaderBytes: number;
}

/**
 * Sends a request, and resolves with the response as soon as its headers have arrived. The host is resolved once, every
 * address is judged, and the socket opens to one of those: a second answer of the name server has no effect. Redirects are
 * not followed.
 * @throws Error with the code of ADDRESS_REFUSED for a host that is not public; other errors of the connection
 */
export function guardedRequest(
  target: UrlTarget,
  { method, headers, body }: OutboundRequest,
  guard: OutboundGuard,
  { signal, maxHeaderBytes: maxHeaderSize }: Limits,
): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const options = {
    method,
    headers: { ...headers, ...length },
    agent: false,
    lookup: guardedLookup(target, guard, signal),
    maxHeaderSize,
    signal,
  };
  const open = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = open(target.url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}
