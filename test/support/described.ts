import { expect } from 'chai';
import type { Endpoint } from '../../api/endpoint.js';
import { ENDPOINTS } from '../../api/endpoints.js';
import { responseSchema } from '../../api/openapi/responses.js';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

const ROUTES = ENDPOINTS.flatMap((endpoint) =>
  endpoint.routes.map(([method, path]) => ({ endpoint, method, path: patternOf(path) })),
);

/** `/upgrades/:id{.json}` as a pattern of the paths that it takes. */
function patternOf(path: string): RegExp {
  const pattern = path.replace('{.json}', '(\\.json)?').replaceAll(/:\w+/g, '[^/]+?');
  return new RegExp(`^${pattern}$`);
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  return ROUTES.find((route) => route.method === method && route.path.test(path))?.endpoint;
}

/**
 * Fails the test when an operation answers JSON that is not what the API document says: with the schemas that the
 * document is made of, those of the status, else those of refusals.
 */
export function expectDescribed(method: string, path: string, { status, headers, body, text }: Answer): void {
  const endpoint = endpointAt(method, path);
  if (!endpoint || !headers.get('Content-Type')?.startsWith('application/json')) return;
  const { error } = responseSchema(endpoint, status).validate(body, { convert: false, abortEarly: false });
  expect(error?.message, `${endpoint.operation} ${status}: ${text.slice(0, 500)}`).to.equal(undefined);
}
