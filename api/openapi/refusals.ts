import { ERRORS, type ErrorName } from '../../shared/errors/catalogue.js';
import type { Endpoint, Family } from '../endpoint.js';
import { tableStatus } from '../error-body.js';
import type { JsonSchema } from './json-schema.js';

/** What any operation may refuse, whatever it does. */
const ALWAYS = [
  'rateLimited',
  'internal',
  'storeUnreachable',
  'invalidParameters',
  'bodyTooLarge',
  'malformedBody',
] as const;

/** The schema of a refusal's body, by family; the names stand in the document's components. */
export const REFUSAL_SCHEMAS = {
  V1Refusal: object({ msg: { type: 'string' }, error_code: { type: 'integer' } }, ['msg']),
  UpgradeRefusal: object({ message: { type: 'string' }, status: { type: 'integer' } }, ['message', 'status']),
  TableRefusal: object({ error: { type: 'string' } }, ['error']),
} as const;

function object(properties: JsonSchema, required: string[]): JsonSchema {
  return { type: 'object', properties, required };
}

function schemaName(family: Family, status: number): keyof typeof REFUSAL_SCHEMAS {
  if (family === 'table' && status === 500) return 'TableRefusal';
  return family === 'upgrades' || family === 'table' ? 'UpgradeRefusal' : 'V1Refusal';
}

/** The refusals of an endpoint as responses by status, each naming its codes and what they mean. */
export function refusalResponses(endpoint: Endpoint): Record<string, JsonSchema> {
  const names: readonly ErrorName[] = [
    ...endpoint.refusals,
    ...(endpoint.access === 'public' ? [] : (['unauthenticated'] as const)),
    ...(endpoint.access === 'user' && endpoint.changes ? (['forbidden'] as const) : []),
    ...(endpoint.family === 'v1' ? (['notAcceptable'] as const) : []),
    ...ALWAYS,
  ];
  const byStatus = new Map<number, string[]>();
  for (const name of new Set(names)) {
    const { code, text, ...error } = ERRORS[name];
    const status = endpoint.family === 'table' ? tableStatus(error.status) : error.status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code === null ? text : `${code}: ${text}`]);
  }
  const content = (status: number): JsonSchema => ({
    'application/json': { schema: { $ref: `#/components/schemas/${schemaName(endpoint.family, status)}` } },
  });
  return Object.fromEntries(
    [...byStatus].map(([status, meanings]) => [
      String(status),
      { description: meanings.join('. '), content: content(status) },
    ]),
  );
}
