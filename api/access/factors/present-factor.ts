import Joi from 'joi';
import type { OwnFactors } from '../../../shared/access/operations/factors/list-factors.js';

const time = Joi.string().isoDate();

export const factorSchema = Joi.object({
  id: Joi.string().required(),
  kind: Joi.string().valid('totp', 'passkey').required(),
  name: Joi.string().required(),
  added_at: time.required(),
  last_used_at: time.allow(null).required(),
});

export function presentFactor({ id, kind, name, addedAt, lastUsedAt }: OwnFactors['factors'][number]) {
  return {
    id,
    kind,
    name,
    added_at: addedAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
