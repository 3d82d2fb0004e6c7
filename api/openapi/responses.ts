import type Joi from 'joi';
import type { Endpoint } from '../http/endpoint.js';
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

/** The responses of an endpoint by status; their schemas are added to the components. */
export function responses(endpoint: Endpoint, components: Components): Record<string, JsonSchema> {
  const { family, operation, output, summary, headers = [], otherTypes = [] } = endpoint;
  const meanings = refusalMeanings(endpoint);
  const unchanged = headers.includes('If-None-Match') ? [304] : [];
  const statuses = [...Object.keys(output).map(Number), ...unchanged, ...meanings.keys()];
  const described = (status: number): JsonSchema => {
    if (status === 204) return { description: 'Done' };
    if (status === 304) return { description: 'As the ETag in If-None-Match' };
    const name = output[status]
      ? nameOf(operation, status < 300 ? 'Response' : `Response${status}`)
      : refusalName(family, status);
    const schema = components.add(name, outputSchema(responseSchema(endpoint, status)));
    const others = status === 200 ? otherTypes : [];
    const content = Object.fromEntries([
      ['application/json', { schema }],
      ...others.map((type) => [type, { schema: { type: 'string' } }]),
    ]) as JsonSchema;
    const response = { description: meanings.get(status) ?? summary, content };
    return output[status] ? response : components.share(`${name}${status}`, response);
  };
  return Object.fromEntries([...new Set(statuses)].map((status) => [String(status), described(status)]));
}
