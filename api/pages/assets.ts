import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context } from 'koa';
import { PACKAGE_ROOT } from '../../shared/platform/env/package-root.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { etagOfContent } from '../http/etag.js';

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** Own files; a file that is not listed is not served. */
const OWN = [
  'icon.svg',
  'site.css',
  'docs.css',
  'docs.js',
  'docs-operation.js',
  'docs-schema.js',
  'upgrade-table.css',
  'upgrades.js',
  'api.js',
  'dom.js',
  'keep-fresh.js',
  'kept-focus.js',
  'passkey.js',
  'password.js',
  'short-time.js',
  'sso-done.js',
  'upgrade-table.js',
] as const;

/** A file that is served from memory. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly content: Buffer;
  /** Loaded on first use. */
  readonly gzipped: () => Buffer;
}

const STATIC = 'api/pages/static';
const packages = createRequire(import.meta.url);

/** Files of packages, under our own names. */
const FOREIGN = [
  ['datatables.js', packages.resolve('datatables.net/js/dataTables.min.mjs')],
  // The package does not export its bundle by a name.
  [
    'webauthn.js',
    join(dirname(packages.resolve('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js'),
  ],
] as const;

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ...OWN.map((name) => [name, readAsset(name, join(ownFolder(), name))] as const),
  ...FOREIGN.map(([name, path]) => [name, readAsset(name, path)] as const),
]);

/** The source folder of the files; an installed build has a copy. */
function ownFolder(): string {
  const source = join(PACKAGE_ROOT, STATIC);
  return existsSync(source) ? source : join(PACKAGE_ROOT, 'dist', STATIC);
}

function readAsset(name: string, path: string): Asset {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES];
  return assetOf(type, readFileSync(path));
}

export function assetOf(type: string, content: Buffer): Asset {
  let gzipped: Buffer | undefined;
  return { type, etag: etagOfContent(content), content, gzipped: () => (gzipped ??= gzipSync(content)) };
}

/** Serves a listed file. @throws AppError pathNotFound */
export function serveAsset(ctx: Context, name: string): void {
  const asset = ASSETS.get(name);
  if (!asset) throw new AppError('pathNotFound');
  sendAsset(ctx, asset);
}

/** Sends a file from memory. Browsers revalidate it on every use, so that a page never runs with files of another version. */
export function sendAsset(ctx: Context, asset: Asset): void {
  ctx.set({ ETag: asset.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = asset.type;
  const gzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (gzip) ctx.set('Content-Encoding', 'gzip');
  ctx.body = gzip ? asset.gzipped() : asset.content;
}
