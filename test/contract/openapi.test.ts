import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { statusIn } from '../../api/http/middleware/errors.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { sharedApi } from '../fixtures/api.js';

interface Response {
  readonly description: string;
}

interface OpenApiDocument {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, Response | { $ref: string }> }>
  >;
  components: { schemas: Record<string, Record<string, unknown>>; responses: Record<string, Response> };
}

/** The name of a component in a reference to it. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Every object that a value contains, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe('the API document', () => {
  let text: string;
  let document: OpenApiDocument;

  /** A response of an operation, by reference or not. */
  function response(path: string, method: string, status: number): Response | undefined {
    const found = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    return found && '$ref' in found ? document.components.responses[nameIn(found.$ref)] : found;
  }

  before(async () => {
    const api = await sharedApi();
    ({ text } = await api.call('GET', '/openapi.json'));
    document = JSON.parse(text) as OpenApiDocument;
  });

  it('is valid OpenAPI 3.1 for the linter', async () => {
    // The agent of OpenWISP asks for paths that end with a slash.
    const rules = { 'no-path-trailing-slash': 'off' } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: text, config });
    expect(
      problems.map((problem) => `${problem.severity} ${problem.ruleId}: ${problem.message}`),
    ).to.deep.equal([]);
    expect(document.openapi).to.match(/^3\.1\./);
  });

  // docs/http.md#compression-2
  it('names its schemas: no object of five or more properties occurs twice', () => {
    const seen = new Set<string>();
    for (const { description: _description, ...schema } of objectsIn(document)) {
      const { properties } = schema as { properties?: object };
      if (Object.keys(properties ?? {}).length < 5) continue;
      const written = JSON.stringify(schema);
      expect(seen.has(written), written.slice(0, 300)).to.equal(false);
      seen.add(written);
    }
    expect(seen.size).to.be.greaterThan(20);
  });

  it('has every method and path of every endpoint, and unique operationIds', () => {
    for (const { routes } of ENDPOINTS) {
      for (const [method, path] of routes) {
        const written = path.replace('{.json}', '').replaceAll(/:(\w+)/g, '{$1}');
        expect(document.paths[written], `${method} ${path}`).to.have.property(method.toLowerCase());
      }
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((entry) => entry.operationId),
    );
    expect(new Set(ids).size).to.equal(ids.length);
  });

  // docs/http.md#json-2
  it('has the redirect of requests that do not ask for JSON, and the page of GET /upgrades', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        const isPage = path === '/upgrades' && method === 'get';
        const redirects = /^\/upgrades\b/.test(path) && !path.endsWith('.json') && !isPage;
        expect('303' in responses, `${method} ${path}`).to.equal(redirects);
      }
    }
    expect(JSON.stringify(document.paths['/upgrades']?.['get']?.responses['200'])).to.include('text/html');
  });

  it('lists every error code of an endpoint with its meaning', () => {
    for (const endpoint of ENDPOINTS) {
      const [method, path] = endpoint.routes[0] ?? ['GET', ''];
      const written = path.replace('{.json}', '').replaceAll(/:(\w+)/g, '{$1}');
      for (const name of endpoint.refusals) {
        const { code, text: meaning } = ERRORS[name];
        const status = statusIn(endpoint.family, name);
        const described = response(written, method, status)?.description ?? '';
        expect(described, `${endpoint.operation}: ${name}`).to.include(
          code === null ? meaning : `${code}: ${meaning}`,
        );
      }
    }
  });

  it('describes an endpoint’s own body for statuses that it shares with refusals', () => {
    const written = (path: string, method: string, status: number) => {
      const text = JSON.stringify(response(`/v1/access_points/${path}`, method, status));
      const names = [...text.matchAll(/"(#[^"]*)"/g)].map(([, reference = '']) => nameIn(reference));
      return text + JSON.stringify(names.map((name) => document.components.schemas[name]));
    };
    for (const operation of ['release_devices', 'remove_devices', 'move_devices']) {
      expect(written(operation, 'post', 422))
        .to.include('failed_devices')
        .and.include('1026');
    }
    expect(written('current_status', 'get', 404))
      .to.include('"status"')
      .and.include('1011');
    expect(written('apply_configuration', 'put', 422))
      .to.include('"status"')
      .and.include('1015');
  });
});
