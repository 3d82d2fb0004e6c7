import type { IncomingMessage } from 'node:http';
import { ADDRESS_REFUSED, type OutboundGuard } from '../../../platform/outbound/guarded-lookup.js';
import { guardedRequest } from '../../../platform/outbound/guarded-request.js';
import { refuseUrl, targetOf } from '../../../platform/values/url-target.js';
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
 * Posts a request, as {@link guardedRequest} does, and returns how it ended; never throws.
 */
export async function send(
  { url, headers, body }: SignedRequest,
  settings: SendSettings,
): Promise<TryOutcome> {
  const failed = (error: string): TryOutcome => ({ status: null, error, retryAt: null });
  const target = targetOf(url);
  if (!target || refuseUrl(target, settings.allowed)) return failed(ADDRESS_REFUSED);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const request = { method: 'POST', headers, body };
    const limits = { signal, maxHeaderBytes: MAX_HEADER_BYTES };
    const response = await guardedRequest(target, request, settings, limits);
    const retryAt = retryAtOf(response.headers['retry-after'], settings.now());
    await drain(response);
    return { status: response.statusCode ?? null, error: null, retryAt };
  } catch (error) {
    return failed(signal.aborted ? 'timeout' : reasonOf(error));
  }
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
