import type { Context, Middleware } from 'koa';
import { isStoreFailure } from '../../../shared/platform/mongo/store-failure.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { ERRORS, type ErrorName } from '../../../shared/platform/errors/catalogue.js';
import type { Log } from '../../../shared/platform/observability/logger.js';
import { isOpenwispPath } from '../../paths.js';
import { showPage } from '../../pages/show-page.js';
import type { ApiState, Family } from '../endpoint.js';

const RETRY_AFTER_S = '2';
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/**
 * Converts every error into the body of the endpoint's URL family, or into a page. No other code chooses the status of
 * an error.
 */
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
      if (!ctx.req.complete) discardRest(ctx);
      const { errorPage } = ctx.state;
      if (errorPage) {
        showPage(ctx, errorPage(error.message), status);
        return;
      }
      ctx.status = statusIn(family, error.refusal);
      ctx.body = family === 'openwisp' ? errorText(error) : errorBody(family, error);
    }
  };
}

/** Headers that the refusal adds, such as those of rate limits. */
export function headersOf({ details: { headers } }: AppError): Record<string, string> {
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, string>) : {};
}

/**
 * Discards the rest of a refused body of moderate length, so that the client reads the refusal; otherwise closes the
 * connection.
 */
function discardRest(ctx: Context): void {
  const length = Number(ctx.get('Content-Length'));
  if (ctx.req.headers['transfer-encoding'] === undefined && length <= MAX_DISCARDED_BYTES) ctx.req.resume();
  else ctx.set('Connection', 'close');
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isStoreFailure(thrown)) return new AppError('storeUnreachable', { cause: thrown });
  return new AppError('internal', { cause: thrown });
}

/** The body of a refusal in the format of a URL family (docs/http.md#errors). */
export function errorBody(family: Family, error: AppError): Record<string, unknown> {
  const { status, code } = ERRORS[error.refusal];
  switch (family) {
    case 'upgrades':
      return { message: error.message, status };
    case 'table':
      return isTableFailure(status) ? { error: error.message } : { message: error.message, status };
    default:
      return {
        msg: error.message,
        ...errorsOf(error),
        ...shownOf(error),
        ...(code === null ? {} : { error_code: code }),
      };
  }
}

/**
 * All messages of a failed SSID validation in one text (docs/interface.md#ssid-create), or the faults of a request with
 * their paths (docs/http.md#faults-1).
 */
function errorsOf({ details: { errors } }: AppError): { errors?: unknown } {
  return errors === undefined ? {} : { errors };
}

/** Further members of the body, such as what uses a release. */
function shownOf({ details: { shown } }: AppError): object {
  return typeof shown === 'object' && shown !== null ? shown : {};
}

/** The status of a refusal in a URL family. */
export function statusIn(family: Family, refusal: ErrorName): number {
  const { status } = ERRORS[refusal];
  if (family === 'table') return tableStatus(status);
  // OpenWISP's agent ends after five answers of 404, and a device that is in no inventory may return.
  return family === 'openwisp' && refusal === 'deviceNotFound' ? ERRORS.stateForbids.status : status;
}

/** What OpenWISP's agent logs. */
function errorText({ message }: AppError): string {
  return `error: ${message}\n`;
}

/** The table answers invalid parameters and failures with 500, other refusals with their own status (docs/interface.md#upgrade_list). */
function tableStatus(status: number): number {
  return status === 422 || status === 503 ? 500 : status;
}

/** Whether the table answers this status with an {error} body. */
export function isTableFailure(status: number): boolean {
  return [400, 413, 500].includes(tableStatus(status));
}

/** The family of a path, for errors before an endpoint is matched. */
function familyOf(path: string): Family {
  if (isOpenwispPath(path)) return 'openwisp';
  if (/^\/upgrades\/upgrade_list(\.json)?$/.test(path)) return 'table';
  return path === '/upgrades' || path === '/upgrades.json' || path.startsWith('/upgrades/')
    ? 'upgrades'
    : 'v1';
}
