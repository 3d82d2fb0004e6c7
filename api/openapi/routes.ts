import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Router from '@koa/router';
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
  const path = createRequire(import.meta.url).resolve('#package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
