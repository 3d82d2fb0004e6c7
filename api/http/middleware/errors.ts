import type { Context, Middleware } from 'koa';
import { isStoreFailure } from '../../../shared/platform/mongo/store-failure.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { ERRORS } from '../../../shared/platform/errors/catalogue.js';
import type { Log } from '../../../shared/platform/observability/logger.js';
import { errorBody, familyOf, tableStatus } from '../error-body.js';
import { showPage } from '../../pages/show-page.js';
import type { ApiState } from '../state.js';

const RETRY_AFTER_S = '2';
const MAX_IGNORED_BYTES = 4 * 1024 * 1024;

/** Turns whatever was thrown below into the body of the family that was asked, or into a page. The one place that picks a status for an error. */
export function errors(log: Log): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = toAppError(thrown);
      const { status } = ERRORS[error.refusal];
      const family = ctx.state.endpoint?.family ?? familyOf(ctx.path);
      const { requestId } = ctx.state;
      if (error.refusal === 'internal') log.error({ requestId, err: thrown }, 'A request failed');
      if (error.refusal === 'storeUnreachable')
        log.warn({ requestId, err: thrown }, 'A store did not answer');
      if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      if (status === 503) ctx.set('Retry-After', RETRY_AFTER_S);
      ctx.set(headersOf(error));
      if (typeof error.details['retryAfterS'] === 'number')
        ctx.set('Retry-After', String(error.details['retryAfterS']));
      if (!ctx.req.complete) ignoreRest(ctx);
      const { errorPage } = ctx.state;
      if (errorPage) {
        showPage(ctx, errorPage(error.message), status);
        return;
      }
      ctx.status = family === 'table' ? tableStatus(status) : status;
      ctx.body = errorBody(family, error);
    }
  };
}

/** Headers that the refusal itself carries, such as where the caller is in its rate limits. */
function headersOf({ details: { headers } }: AppError): Record<string, string> {
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, string>) : {};
}

/** A refused body of a moderate length is let pass unread, so that its client sees the refusal; any other ends the connection. */
function ignoreRest(ctx: Context): void {
  const length = Number(ctx.get('Content-Length'));
  if (ctx.req.headers['transfer-encoding'] === undefined && length <= MAX_IGNORED_BYTES) ctx.req.resume();
  else ctx.set('Connection', 'close');
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isStoreFailure(thrown)) return new AppError('storeUnreachable', { cause: thrown });
  return new AppError('internal', { cause: thrown });
}
