import type Joi from 'joi';
import type { Endpoint } from '../http/endpoint.js';
import { outputSchema, type JsonSchema } from './json-schema.js';
import { REFUSAL_SCHEMAS, refusalMeanings, refusalName } from './refusals.js';

/**
 * The schema of an endpoint's response by status. The endpoint's own schema takes precedence over that of
 * refusals, and includes it as an alternative where both are possible.
 */
export function responseSchema({ family, output }: Endpoint, status: number): Joi.Schema {
  return output[status] ?? REFUSAL_SCHEMAS[refusalName(family, status)];
}

/** The responses of an endpoint by status. */
export function responses(endpoint: Endpoint): Record<string, JsonSchema> {
  const { family, output, summary, headers = [], otherTypes = [] } = endpoint;
  const meanings = refusalMeanings(endpoint);
  const unchanged = headers.includes('If-None-Match') ? [304] : [];
  const statuses = [...Object.keys(output).map(Number), ...unchanged, ...meanings.keys()];
  const described = (status: number): JsonSchema => {
    if (status === 204) return { description: 'Done' };
    if (status === 304) return { description: 'As the ETag in If-None-Match' };
    const schema = output[status]
      ? outputSchema(responseSchema(endpoint, status))
      : { $ref: `#/components/schemas/${refusalName(family, status)}` };
    const others = status === 200 ? otherTypes : [];
    const content = Object.fromEntries([
      ['application/json', { schema }],
      ...others.map((type) => [type, { schema: { type: 'string' } }]),
    ]) as JsonSchema;
    return { description: meanings.get(status) ?? summary, content };
  };
  return Object.fromEntries([...new Set(statuses)].map((status) => [String(status), described(status)]));
}

/** The schemas that responses reference. */
export function sharedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(REFUSAL_SCHEMAS).map(([name, schema]) => [name, outputSchema(schema)]),
  );
}
