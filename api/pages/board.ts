import Router from '@koa/router';
import type { Middleware } from 'koa';
import { isOperator } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { wantsJson } from '../http/serve.js';
import { errorPage } from './error-page.js';
import { leadingToSetUp } from './lead-to-set-up.js';
import { seeOther } from './see-other.js';
import { visitor, type PageContext } from './visitor.js';
import { SITE } from '../paths.js';
import type { ApiState } from '../http/endpoint.js';

/** The board's stylesheets are files, but its components use style elements and attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'";
const READS = ['GET', 'HEAD'];

/**
 * Bull Board for all queues, read-only at SITE.board, with changes at SITE.boardToChange. For operators of the
 * installation only, because organisations share the queues. MongoDB remains the source of truth: the sweep
 * enqueues what is due again.
 */
export function board(deps: ApiDeps, limits: RequestLimits): Router<ApiState> {
  const router = new Router<ApiState>({ sensitive: true });
  const below = (path: string): string[] => [path, `${path}/{*file}`];
  router.all(below(SITE.board), served(deps, limits, SITE.board, true));
  router.all(below(SITE.boardToChange), served(deps, limits, SITE.boardToChange, false));
  return router;
}

function served(deps: ApiDeps, limits: RequestLimits, path: string, readOnly: boolean): Middleware<ApiState> {
  let loaded: Promise<Middleware<ApiState>> | undefined;
  const show = async (ctx: PageContext): Promise<void> => {
    const reads = READS.includes(ctx.method);
    const principal = await visitor(deps, ctx, limits, !reads);
    if (principal === null && reads && !wantsJson(ctx)) {
      seeOther(ctx, `${SITE.signIn}?next=${encodeURIComponent(path)}`);
      return;
    }
    if (principal === null) throw new AppError('unauthenticated');
    if (!isOperator(principal)) throw new AppError('forbidden');
    if (readOnly && !reads) throw new AppError('methodNotAllowed');
    ctx.set('Content-Security-Policy', POLICY);
    ctx.set('Cache-Control', 'no-store');
    // A tenth of an API's start, so it is loaded for the first operator who looks.
    loaded ??= import('./bull-board.js').then(({ bullBoard }) => bullBoard(deps, path, readOnly));
    const serve = await loaded;
    await answered(ctx, serve);
    if (typeof ctx.body === 'string' && ctx.type === 'text/html') ctx.body = withoutForeignFiles(ctx.body);
  };
  return async (context) => {
    const ctx = context as PageContext;
    if (wantsJson(ctx)) {
      await show(ctx);
      return;
    }
    ctx.state.errorPage = errorPage;
    await leadingToSetUp(ctx, () => show(ctx));
  };
}

/** @throws AppError pathNotFound, malformedBody, bodyTooLarge, for what the board does not answer */
async function answered(ctx: PageContext, serve: Middleware<ApiState>): Promise<void> {
  const unknown: string[] = [];
  const passOn = (): Promise<void> => {
    unknown.push(ctx.path);
    return Promise.resolve();
  };
  try {
    await serve(ctx, passOn);
  } catch (error) {
    throw refusalOf(error);
  }
  if (unknown.length > 0) throw new AppError('pathNotFound');
}

/** The libraries of the board throw the status for the files and bodies that they refuse. */
function refusalOf(error: unknown): unknown {
  const { status, body, type } = (error ?? {}) as { status?: unknown; body?: unknown; type?: unknown };
  if (error instanceof AppError || typeof status !== 'number' || status >= 500) return error;
  if (status === 413) return new AppError('bodyTooLarge', { cause: error });
  const isOfBody = body !== undefined || typeof type === 'string' || status === 415;
  return new AppError(isOfBody ? 'malformedBody' : 'pathNotFound', { cause: error });
}

/** Removes the board's links to fonts of other hosts. */
function withoutForeignFiles(page: string): string {
  return page.replace(/<link\s[^>]*href="https?:[^>]*>\s*/g, '');
}
