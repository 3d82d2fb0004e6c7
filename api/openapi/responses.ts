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
  const { family, output, summary } = endpoint;
  const meanings = refusalMeanings(endpoint);
  const statuses = [...Object.keys(output).map(Number), ...meanings.keys()];
  const described = (status: number): JsonSchema => {
    if (status === 204) return { description: 'Done' };
    const schema = output[status]
      ? outputSchema(responseSchema(endpoint, status))
      : { $ref: `#/components/schemas/${refusalName(family, status)}` };
    return { description: meanings.get(status) ?? summary, content: { 'application/json': { schema } } };
  };
  return Object.fromEntries([...new Set(statuses)].map((status) => [String(status), described(status)]));
}

/** The schemas that responses reference. */
export function sharedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(REFUSAL_SCHEMAS).map(([name, schema]) => [name, outputSchema(schema)]),
  );
}
