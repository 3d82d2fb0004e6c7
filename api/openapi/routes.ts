import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Router from '@koa/router';
import type { ApiState, Endpoint } from '../http/endpoint.js';
import { SITE } from '../paths.js';
import { openApiDocument } from './document.js';

/**
 * GET /openapi.json: the API document, generated once. Public, because it contains no data of organisations.
 */
export function openApiRoutes(endpoints: readonly Endpoint[]): Router<ApiState> {
  const router = new Router<ApiState>();
  const body = JSON.stringify(openApiDocument(endpoints, packageVersion()));
  router.get(SITE.openapi, (ctx) => {
    ctx.type = 'application/json';
    ctx.body = body;
  });
  return router;
}

function packageVersion(): string {
  const path = createRequire(import.meta.url).resolve('#package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
