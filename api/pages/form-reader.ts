import type { Place } from '../../shared/access/domain/place.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { requireOwnOrigin } from '../http/middleware/authenticate.js';
import { parseBody } from '../http/parameters.js';
import type { PageContext } from './visitor.js';

/** Where a page was requested. */
export function placeOf({ ip, state: { requestId } }: PageContext): Place {
  return { requestId, address: ip };
}

/**
 * Reads the form that a page of this service has sent for a visitor who need not be signed in.
 * @throws AppError forbidden, rateLimited, storeUnreachable
 */
export function formReader(deps: ApiDeps, limits: RequestLimits) {
  return async (ctx: PageContext): Promise<Record<string, unknown>> => {
    requireOwnOrigin(ctx);
    ctx.set(await limits.anonymous(ctx.ip));
    if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
    return parseBody(ctx);
  };
}
