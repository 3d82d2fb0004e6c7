import type { Context } from 'koa';
import type { Principal } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { authenticate, readCredentials } from '../http/middleware/authenticate.js';
import { parseNested } from '../http/parameters.js';
import type { ApiState } from '../http/endpoint.js';

export type PageContext = Context & { state: ApiState };

/**
 * The visitor of a page, by session or token; null if not authenticated. Counts against the same rate limits as an
 * operation.
 * @throws AppError rateLimited, storeUnreachable, secondFactorMissing, forbidden for a change that a page of another origin requests
 */
export async function visitor(
  deps: ApiDeps,
  ctx: PageContext,
  limits: RequestLimits,
  changes = false,
): Promise<Principal | null> {
  const credentials = readCredentials(ctx, parseNested(ctx.querystring));
  if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  try {
    return await authenticate(deps, limits, ctx, credentials, {
      changes,
      scope: changes ? 'write' : 'read',
    });
  } catch (error) {
    if (error instanceof AppError && error.refusal === 'unauthenticated') return null;
    throw error;
  }
}
