import { join } from 'node:path';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { PACKAGE_ROOT } from '../../shared/platform/env/package-root.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiState } from '../http/endpoint.js';
import { SITE } from '../paths.js';
import { listConsoleFiles, type ConsoleFiles } from './console-files.js';

const YEAR_S = 31_536_000;

/** Serves the console: its page under every path, because the page shows the screen of the path, and its files. */
export function consoleRoutes(router: Router<ApiState>): void {
  const files = listConsoleFiles(join(PACKAGE_ROOT, 'dist/console'));
  router.get(`${SITE.console}/assets/:name`, (ctx) => sendAsset(ctx, files, ctx.params['name'] ?? ''));
  router.get([SITE.console, `${SITE.console}/*path`], async (ctx) => {
    const shell = await files.shell();
    if (!shell) throw new AppError('pathNotFound');
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = shell;
  });
}

/** The name of a file contains a hash of its content, so browsers never ask for it again. */
async function sendAsset(ctx: Context, { assets }: ConsoleFiles, name: string): Promise<void> {
  const file = assets.get(name);
  if (!file) throw new AppError('pathNotFound');
  ctx.set({ 'Cache-Control': `public, max-age=${YEAR_S}, immutable`, Vary: 'Accept-Encoding' });
  // Asked for each by itself: of several, the library would prefer the first that the browser names.
  const encoding = file.encodings.find((each) => ctx.acceptsEncodings(each) === each) ?? null;
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.type = file.type;
  ctx.body = await file.read(encoding);
}
