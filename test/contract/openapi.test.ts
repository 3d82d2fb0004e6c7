import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { sharedApi } from '../fixtures/api.js';

interface OpenApiDocument {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  >;
}

describe('the API document', () => {
  let text: string;
  let document: OpenApiDocument;

  before(async () => {
    const api = await sharedApi();
    ({ text } = await api.call('GET', '/openapi.json'));
    document = JSON.parse(text) as OpenApiDocument;
  });

  it('is valid OpenAPI 3.1 for the linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    expect(
      problems.map((problem) => `${problem.severity} ${problem.ruleId}: ${problem.message}`),
    ).to.deep.equal([]);
    expect(document.openapi).to.match(/^3\.1\./);
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

  it('lists every error code of an endpoint with its meaning', () => {
    for (const endpoint of ENDPOINTS) {
      const [method, path] = endpoint.routes[0] ?? ['GET', ''];
      const written = path.replace('{.json}', '').replaceAll(/:(\w+)/g, '{$1}');
      const responses = document.paths[written]?.[method.toLowerCase()]?.responses ?? {};
      for (const name of endpoint.refusals) {
        const { status, code, text: meaning } = ERRORS[name];
        const described = responses[String(status)]?.description ?? '';
        expect(described, `${endpoint.operation}: ${name}`).to.include(
          code === null ? meaning : `${code}: ${meaning}`,
        );
      }
    }
  });

  it('describes an endpoint’s own body for statuses that it shares with refusals', () => {
    const written = (path: string, method: string, status: number) =>
      JSON.stringify(document.paths[`/v1/access_points/${path}`]?.[method]?.responses[status]);
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
