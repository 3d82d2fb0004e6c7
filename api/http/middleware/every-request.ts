import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';
import proxyAddr from 'proxy-addr';
import type { HeartbeatCounter } from '../../../shared/deaf-periods/operations/count-heartbeats.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { TrustedProxies } from '../../../shared/platform/env/trusted-proxies.js';
import { withoutRedaction, type Log } from '../../../shared/platform/observability/logger.js';
import type { Metrics } from '../../../shared/platform/observability/metrics.js';
import { isOpenwispPath, isOpenwispPoll, PATHS } from '../../paths.js';
import type { ApiState } from '../endpoint.js';
import { canonicalAddress } from '../../../shared/platform/values/client-key.js';

/** One of so many answered heartbeats has a line in the log, the first one included. */
const HEARTBEATS_PER_LINE = 100;

/**
 * Assigns the request id, which the response and jobs carry too, and writes one metric per request and one log line per
 * request, or per hundred heartbeats with status 200. The query is not logged: it may contain a token.
 */
export function requestLog(log: Log, metrics: Metrics): Middleware<ApiState> {
  const lines = withoutRedaction(log);
  let heartbeats = 0;
  return async (ctx, next) => {
    const started = performance.now();
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const operation = ctx.state.endpoint?.operation ?? 'none';
      if (operation === 'fetch_configuration') metrics.configurationFetches.inc({ status: ctx.status });
      metrics.requests.observe({ operation, method: ctx.method, status: ctx.status }, seconds);
      const isOrdinary = operation === 'heartbeat' && ctx.status === 200;
      if (isOrdinary) heartbeats += 1;
      if (!isOrdinary || heartbeats % HEARTBEATS_PER_LINE === 1)
        lines.info(
          {
            requestId: ctx.state.requestId,
            operation,
            method: ctx.method,
            path: ctx.path,
            status: ctx.status,
            ms: Math.round(seconds * 1000),
            user: ctx.state.caller?.userId,
          },
          'request',
        );
    }
  };
}

export const HEARTBEAT_PATHS: ReadonlySet<string> = new Set(PATHS.heartbeat.map(([, path]) => path));

/** Counts answers to heartbeats, those refused before their endpoint included. */
export function countHeartbeats(counter: Pick<HeartbeatCounter, 'answered'>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      // Read afterwards: requirePath() replaces a target without a path.
      if (HEARTBEAT_PATHS.has(ctx.path) || isOpenwispPoll(ctx.path)) counter.answered(ctx.status >= 500);
    }
  };
}

/** Refuses a request target without a path, such as `foo://bar`, and one that Node's parser of URLs rejects. */
export function requirePath(): Middleware {
  return async (ctx, next) => {
    if (!hasPath(ctx)) {
      // Whatever handles the refusal reads the path again.
      ctx.req.url = '/';
      throw new AppError('malformedBody', { text: 'The request target cannot be read' });
    }
    await next();
  };
}

function hasPath(ctx: Context): boolean {
  try {
    // Koa's types do not mention null.
    return (ctx.path as string | null) !== null;
  } catch {
    return false;
  }
}

/** Closes every connection after its response while the process drains. */
export function closeOnDrain(draining: AbortSignal): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (draining.aborted) ctx.set('Connection', 'close');
    }
  };
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // With no-referrer, browsers send no Origin with our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** Restricts browsers to our own files; set on every response, errors included. */
export function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set(HEADERS);
    if (ctx.secure) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
  };
}

/** Names the service to OpenWISP's agent, which ends when an answer lacks the header: refusals and failures have it too. */
export function openwispHeader(): Middleware {
  return async (ctx, next) => {
    if (isOpenwispPath(pathOf(ctx))) ctx.set('X-Openwisp-Controller', 'true');
    await next();
  };
}

/** Empty for a request target that has none. */
function pathOf(ctx: Context): string {
  return hasPath(ctx) ? ctx.path : '';
}

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

type Trust = (address: string, hop: number) => boolean;

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/**
 * Sets ctx.ip to the client's address: the last one reported by a trusted proxy. Removes X-Forwarded-* headers of any
 * other peer, so that no later code reads them.
 */
export function clientAddress(proxies: TrustedProxies): Middleware {
  const trust = trustOf(proxies);
  return async (ctx, next) => {
    const peer = canonicalAddress(ctx.req.socket.remoteAddress ?? '');
    if (trust(peer, 0)) ctx.request.ip = clientOf(ctx.req, trust, peer);
    else {
      for (const name of FORWARDED) Reflect.deleteProperty(ctx.req.headers, name);
      ctx.request.ip = peer;
    }
    await next();
  };
}

function trustOf(proxies: TrustedProxies): Trust {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** The chain ends at the first text that is not an address: what precedes it may be forged. */
function clientOf(request: IncomingMessage, trust: Trust, peer: string): string {
  let client = peer;
  for (const address of proxyAddr.all(request, trust)) {
    if (isIP(address) === 0) break;
    client = canonicalAddress(address);
  }
  return client;
}
