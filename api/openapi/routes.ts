import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Router from '@koa/router';
import { PACKAGE_ROOT } from '../../shared/platform/env/package-root.js';
import type { ApiState, Endpoint } from '../http/endpoint.js';
import { assetOf, sendAsset, type Asset } from '../pages/assets.js';
import { SITE } from '../paths.js';
import { openApiDocument } from './document.js';

/**
 * GET /openapi.json: the API document, generated and compressed by the first request. Public, because it contains no data
 * of organisations.
 */
export function openApiRoutes(endpoints: readonly Endpoint[]): Router<ApiState> {
  const router = new Router<ApiState>();
  let document: Asset | undefined;
  router.get(SITE.openapi, (ctx) => {
    document ??= assetOf('application/json', documentText(endpoints));
    sendAsset(ctx, document);
  });
  return router;
}

function documentText(endpoints: readonly Endpoint[]): Buffer {
  return Buffer.from(JSON.stringify(openApiDocument(endpoints, packageVersion())));
}

function packageVersion(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
