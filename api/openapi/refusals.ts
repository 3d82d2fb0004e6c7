import Joi from 'joi';
import { ERRORS, type ErrorName } from '../../shared/platform/errors/catalogue.js';
import type { Endpoint, Family } from '../http/endpoint.js';
import { isTableFailure, statusIn } from '../http/middleware/errors.js';
import { refusal } from '../http/fields.js';

/** The refusals of every operation. */
const ALWAYS = [
  'rateLimited',
  'internal',
  'storeUnreachable',
  'invalidParameters',
  'bodyTooLarge',
  'malformedBody',
] as const;

/** The schemas of refusals by family; components of the document use these names. */
export const REFUSAL_SCHEMAS = {
  V1Refusal: refusal,
  UpgradeRefusal: Joi.object({ message: Joi.string().required(), status: Joi.number().integer().required() }),
  TableRefusal: Joi.object({ error: Joi.string().required() }),
  TextRefusal: Joi.string().example('error: Too many requests'),
} as const satisfies Readonly<Record<string, Joi.Schema>>;

/** The name of the schema of a family's refusals with this status. */
export function refusalName(family: Family, status: number): keyof typeof REFUSAL_SCHEMAS {
  if (family === 'openwisp') return 'TextRefusal';
  if (family === 'table' && isTableFailure(status)) return 'TableRefusal';
  return family === 'upgrades' || family === 'table' ? 'UpgradeRefusal' : 'V1Refusal';
}

/** The statuses of an endpoint's refusals, each with its codes and texts. */
export function refusalMeanings(endpoint: Endpoint): ReadonlyMap<number, string> {
  const names: readonly ErrorName[] = [
    ...endpoint.refusals,
    ...(endpoint.access === 'public' ? [] : (['unauthenticated'] as const)),
    ...(endpoint.access === 'user' && endpoint.changes ? (['forbidden'] as const) : []),
    ...(endpoint.family === 'v1' ? (['notAcceptable'] as const) : []),
    ...ALWAYS,
  ];
  const byStatus = new Map<number, string[]>();
  for (const name of new Set(names)) {
    const { code, text } = ERRORS[name];
    const status = statusIn(endpoint.family, name);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code === null ? text : `${code}: ${text}`]);
  }
  return new Map([...byStatus].map(([status, meanings]) => [status, meanings.join('. ')]));
}
