import type { Context } from 'koa';
import type { Caller } from '../../shared/domain/access.js';
import { AppError } from '../../shared/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../limits.js';
import { authenticate, limitKey, readCredentials } from '../middleware/authenticate.js';
import { parseNested } from '../request-body.js';
import type { ApiState } from '../state.js';

export type PageContext = Context & { state: ApiState };

/**
 * Who asks for a page, by session or by token; null when nobody who is known. Counts against the same limits as an
 * operation does.
 * @throws AppError rateLimited, storeUnreachable, forbidden when another origin's page asks for a change
 */
export async function visitor(
  deps: ApiDeps,
  ctx: PageContext,
  limits: RequestLimits,
  changes = false,
): Promise<Caller | null> {
  const credentials = readCredentials(ctx, parseNested(ctx.querystring));
  const headers = await limits.take(credentials ? limitKey(credentials) : `address:${ctx.ip}`);
  if (headers) ctx.set(headers);
  if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  if (!credentials) return null;
  try {
    await authenticate(deps, ctx, credentials, changes);
    return ctx.state.caller ?? null;
  } catch (error) {
    if (!(error instanceof AppError) || error.refusal !== 'unauthenticated') throw error;
    await limits.take(`address:${ctx.ip}`);
    return null;
  }
}
