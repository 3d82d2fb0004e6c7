import type Joi from 'joi';
import { takesBrowsers, type Endpoint } from '../http/endpoint.js';
import { SITE } from '../paths.js';
import { nameOf, type Components } from './components.js';
import { outputSchema, type JsonSchema } from './json-schema.js';
import { REFUSAL_SCHEMAS, refusalMeanings, refusalName } from './refusals.js';

/**
 * The schema of an endpoint's response by status. The endpoint's own schema takes precedence over that of
 * refusals, and includes it as an alternative where both are possible.
 */
export function responseSchema({ family, output }: Endpoint, status: number): Joi.Schema {
  return output[status] ?? REFUSAL_SCHEMAS[refusalName(family, status)];
}

/** The type of an answer. */
function typeOf({ family, output, answerType }: Endpoint, status: number): string {
  if (output[status]) return answerType ?? 'application/json';
  return family === 'openwisp' ? 'text/plain' : 'application/json';
}

const REDIRECT = {
  description:
    'To a request that does not ask for JSON, whether it was carried out or refused: redirects to /upgrades, or to the sign-in page if nobody is signed in',
  headers: { Location: { schema: { type: 'string' } } },
};

/** The responses of an endpoint by status; their schemas are added to the components. */
export function responses(
  endpoint: Endpoint,
  { method, written, components }: { method: string; written: string; components: Components },
): Record<string, JsonSchema> {
  const { family, operation, output, summary, headers = [], otherTypes = [] } = endpoint;
  const meanings = refusalMeanings(endpoint);
  const unchanged = headers.includes('If-None-Match') ? [304] : [];
  const isPage = method === 'GET' && written === SITE.upgrades;
  const redirects = takesBrowsers(endpoint) && !isPage && !written.endsWith('.json') ? [303] : [];
  const statuses = [...Object.keys(output).map(Number), ...redirects, ...unchanged, ...meanings.keys()];
  const described = (status: number): JsonSchema => {
    if (status === 204) return { description: 'Done' };
    if (status === 303) return REDIRECT;
    if (status === 304) return { description: 'As the ETag in If-None-Match' };
    const name = output[status]
      ? nameOf(operation, status < 300 ? 'Response' : `Response${status}`)
      : refusalName(family, status);
    const schema = components.add(name, outputSchema(responseSchema(endpoint, status)));
    const others = status === 200 ? [...otherTypes, ...(isPage ? ['text/html'] : [])] : [];
    const content = Object.fromEntries([
      [typeOf(endpoint, status), { schema }],
      ...others.map((type) => [type, { schema: { type: 'string' } }]),
    ]) as JsonSchema;
    const response = { description: meanings.get(status) ?? summary, content };
    return output[status] ? response : components.share(`${name}${status}`, response);
  };
  return Object.fromEntries([...new Set(statuses)].map((status) => [String(status), described(status)]));
}
