import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  ADDRESS_REFUSED,
  guardedLookup,
  type OutboundGuard,
} from '../../../platform/outbound/guarded-lookup.js';
import { refuseUrl, targetOf, type UrlTarget } from '../../../platform/values/url-target.js';
import { retryAtOf, type TryOutcome } from '../../domain/judge-try.js';

const TIMEOUT_MS = 15_000;
/** Of a response, no more than this is read. */
const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;

/** One signed request. */
export interface SignedRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendSettings extends OutboundGuard {
  readonly now: () => Date;
}

/**
 * Posts a request and returns how it ended; never throws. The host is resolved once, every address is judged, and the
 * socket opens to one of those: a second answer of the name server has no effect. Redirects are not followed.
 */
export async function send(request: SignedRequest, settings: SendSettings): Promise<TryOutcome> {
  const failed = (error: string): TryOutcome => ({ status: null, error, retryAt: null });
  const target = targetOf(request.url);
  if (!target || refuseUrl(target, settings.allowed)) return failed(ADDRESS_REFUSED);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await post(target, request, settings, signal);
    const retryAt = retryAtOf(response.headers['retry-after'], settings.now());
    await drain(response);
    return { status: response.statusCode ?? null, error: null, retryAt };
  } catch (error) {
    return failed(signal.aborted ? 'timeout' : reasonOf(error));
  }
}

function post(
  target: UrlTarget,
  { body, headers }: SignedRequest,
  settings: SendSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    lookup: guardedLookup(target, settings, signal),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  };
  const open = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = open(target.url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads a bounded part of the body, which is not used, and closes the connection. */
async function drain(response: IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The status has arrived, and the status decides.
  } finally {
    response.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  [ADDRESS_REFUSED]: ADDRESS_REFUSED,
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ETIMEDOUT: 'timeout',
};

/** A word for an error, without the addresses that its message may contain. */
function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'connection_failed';
  if (/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code)) return 'certificate_refused';
  return REASONS[code] ?? 'connection_failed';
}
