import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import readRaw from 'raw-body';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { ApiState } from '../state.js';

type ReceiveContext = Context & { state: ApiState };

/** How many bodies may be on their way at once, and how many bytes they may announce together. */
export interface Allowance {
  readonly bodies: number;
  readonly bytes: number;
}

export interface ReceiveOptions {
  readonly total: Allowance;
  readonly perAddress: Allowance;
  /** The longest body that a path takes; null leaves the body unread. */
  readonly limitOf: (path: string) => number | null;
  /** Judges a request before its body is read; `isHere`: a short one that came with the headers. @throws AppError */
  readonly admit?: (ctx: ReceiveContext, isHere: boolean) => Promise<void>;
}

/** More than a heartbeat of a switch with 48 ports. */
const SHORT_BYTES = 16 * 1024;

/**
 * Reads the body into the state before the request counts as one. A short body that is here already takes no place; of
 * the others an address may hold its share only. How long one may take is the listener's to say.
 * @throws AppError bodyTooLarge, overloaded, malformedBody; whatever `admit` throws
 */
export function receive({ total, perAddress, limitOf, admit = pass }: ReceiveOptions): Middleware<ApiState> {
  const all = { bodies: 0, bytes: 0 };
  const byAddress = new Map<string, { bodies: number; bytes: number }>();

  async function arrive(ctx: ReceiveContext, limit: number, bytes: number): Promise<Buffer> {
    const mine = byAddress.get(ctx.ip) ?? { bodies: 0, bytes: 0 };
    if (!fits(all, bytes, total) || !fits(mine, bytes, perAddress)) throw new AppError('overloaded');
    byAddress.set(ctx.ip, mine);
    for (const held of [all, mine]) {
      held.bodies += 1;
      held.bytes += bytes;
    }
    try {
      await admit(ctx, false);
      return await read(ctx, limit);
    } finally {
      for (const held of [all, mine]) {
        held.bodies -= 1;
        held.bytes -= bytes;
      }
      if (mine.bodies === 0) byAddress.delete(ctx.ip);
    }
  }

  return async (ctx, next) => {
    const limit = limitOf(ctx.path);
    if (limit !== null && hasBody(ctx)) {
      const bytes = announced(ctx) ?? limit;
      if (bytes > limit) throw new AppError('bodyTooLarge');
      // A short body is often in the same packet as its headers, which is known a turn later.
      await nextTurn();
      const isHere = ctx.req.complete && ctx.req.readableLength <= SHORT_BYTES;
      if (isHere) await admit(ctx, true);
      ctx.state.body = isHere ? await read(ctx, limit) : await arrive(ctx, limit, bytes);
    }
    await next();
  };
}

const pass = (): Promise<void> => Promise.resolve();

/** Not koa's request.length, which wraps around at 2^31. */
function announced(ctx: Context): number | null {
  const text = ctx.get('Content-Length');
  return text === '' ? null : Number(text);
}

function hasBody(ctx: Context): boolean {
  return ctx.req.headers['transfer-encoding'] !== undefined || Boolean(announced(ctx));
}

function fits(held: Allowance, bytes: number, most: Allowance): boolean {
  return held.bodies < most.bodies && held.bytes + bytes <= most.bytes;
}

async function read(ctx: Context, limit: number): Promise<Buffer> {
  try {
    return await readRaw(ctx.req, { limit, length: announced(ctx) });
  } catch (error) {
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new AppError(tooLarge ? 'bodyTooLarge' : 'malformedBody', { cause: error });
  }
}
