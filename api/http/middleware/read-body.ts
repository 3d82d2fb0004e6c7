import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import readRaw from 'raw-body';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../../deps.js';
import { isOpenwispPath, SITE } from '../../paths.js';
import type { ApiState, Endpoint } from '../endpoint.js';
import { clientKey } from '../../../shared/platform/values/client-key.js';
import { checkDeviceKey } from './authenticate.js';

type BodyContext = Context & { state: ApiState };

/** Limits on bodies that are being received: their number and total announced size. */
export interface BodyLimits {
  readonly bodies: number;
  readonly bytes: number;
}

export interface ReadBodyOptions {
  readonly total: BodyLimits;
  readonly perAddress: BodyLimits;
  /** The maximum length of a body; null leaves it unread. */
  readonly maxLengthOf: (path: string) => number | null;
  /** Runs before the body is read; `hasArrived`: a short body arrived with the headers. @throws AppError */
  readonly check?: (ctx: BodyContext, hasArrived: boolean) => Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** A heartbeat of 256 ports has less than half of it. */
const MAX_HEARTBEAT_BYTES = 64 * 1024;

/** Limits on the bodies held in memory, and on those that are being received. */
export const MAX_BODIES_BYTES = 64 * MAX_BODY_BYTES;
const MAX_RECEIVING = { bodies: 1000, bytes: MAX_BODIES_BYTES };
const MAX_RECEIVING_PER_ADDRESS = { bodies: 64, bytes: MAX_BODIES_BYTES / 4 };

/**
 * The limits of the API. The key of a heartbeat is checked before its body is read.
 * @param isHeartbeatPath also for other spellings of the path
 */
export function bodyOptions(
  deps: ApiDeps,
  endpoint: Endpoint,
  isHeartbeatPath: (path: string) => boolean,
): ReadBodyOptions {
  return {
    total: MAX_RECEIVING,
    perAddress: MAX_RECEIVING_PER_ADDRESS,
    maxLengthOf(path) {
      // The board reads its bodies itself, after authentication.
      if (path.startsWith(SITE.board)) return null;
      return isHeartbeatPath(path) || isOpenwispPath(path) ? MAX_HEARTBEAT_BYTES : MAX_BODY_BYTES;
    },
    check: checkDeviceKey(deps, ({ path, method }) =>
      method === 'POST' && isHeartbeatPath(path) ? endpoint : null,
    ),
  };
}

/** Larger than the heartbeat of a switch with 48 ports. */
const SHORT_BYTES = 16 * 1024;

/**
 * Reads the body into the state before the request counts against the request limits. A short body that has arrived
 * with its headers does not count against the body limits. The listener limits how long a body may take.
 * @throws AppError bodyTooLarge, overloaded, malformedBody; errors of `check`
 */
export function readBody({
  total,
  perAddress,
  maxLengthOf,
  check = pass,
}: ReadBodyOptions): Middleware<ApiState> {
  const all = { bodies: 0, bytes: 0 };
  const byAddress = new Map<string, { bodies: number; bytes: number }>();

  async function receive(ctx: BodyContext, maxLength: number, bytes: number): Promise<Buffer> {
    const address = clientKey(ctx.ip);
    const ofAddress = byAddress.get(address) ?? { bodies: 0, bytes: 0 };
    if (!fits(all, bytes, total) || !fits(ofAddress, bytes, perAddress)) throw new AppError('overloaded');
    byAddress.set(address, ofAddress);
    for (const held of [all, ofAddress]) {
      held.bodies += 1;
      held.bytes += bytes;
    }
    try {
      await check(ctx, false);
      return await read(ctx, maxLength);
    } finally {
      for (const held of [all, ofAddress]) {
        held.bodies -= 1;
        held.bytes -= bytes;
      }
      if (ofAddress.bodies === 0) byAddress.delete(address);
    }
  }

  return async (ctx, next) => {
    const maxLength = maxLengthOf(ctx.path);
    if (maxLength !== null && hasBody(ctx)) {
      const bytes = announcedLength(ctx) ?? maxLength;
      if (bytes > maxLength) throw new AppError('bodyTooLarge');
      // A short body is often in the same packet as its headers; Node reports it one turn later.
      await nextTurn();
      const hasArrived = ctx.req.complete && ctx.req.readableLength <= SHORT_BYTES;
      if (hasArrived) await check(ctx, true);
      ctx.state.body = hasArrived ? await read(ctx, maxLength) : await receive(ctx, maxLength, bytes);
    }
    await next();
  };
}

const pass = (): Promise<void> => Promise.resolve();

/** koa's request.length wraps around at 2^31. */
function announcedLength(ctx: Context): number | null {
  const text = ctx.get('Content-Length');
  return text === '' ? null : Number(text);
}

function hasBody(ctx: Context): boolean {
  return ctx.req.headers['transfer-encoding'] !== undefined || Boolean(announcedLength(ctx));
}

function fits(held: BodyLimits, bytes: number, limits: BodyLimits): boolean {
  return held.bodies < limits.bodies && held.bytes + bytes <= limits.bytes;
}

async function read(ctx: Context, maxLength: number): Promise<Buffer> {
  try {
    return await readRaw(ctx.req, { limit: maxLength, length: announcedLength(ctx) });
  } catch (error) {
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new AppError(tooLarge ? 'bodyTooLarge' : 'malformedBody', { cause: error });
  }
}
