import Joi from 'joi';
import { ALERT_KINDS } from '../../shared/alerts/domain/alert-kinds.js';
import { presentKinds, type ShownAlertSettings } from '../../shared/alerts/operations/alert-settings.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';

/** All networks, or some by id. */
export const networksField = Joi.alternatives(
  Joi.string().valid('all'),
  Joi.array().items(Joi.number().integer().min(1)).max(1000),
).description('"all", or ids of networks');

const kindSchema = Joi.object({
  enabled: Joi.boolean().required(),
  after_minutes: Joi.number().integer().allow(null).required().description('null: the kind has no silence'),
  networks: networksField.required(),
});

export const alertKindsSchema = Joi.object(
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, kindSchema.required()])),
);

export const alertSettingsSchema = recordSchema(
  'alert_settings',
  Joi.object({
    kinds: alertKindsSchema.required(),
    revision: Joi.number().integer().required(),
  }),
);

export function alertSettingsAnswer({ settings, revision }: ShownAlertSettings): Answer {
  const data = { alert_settings: { kinds: presentKinds(settings), revision } };
  return { status: 200, headers: { ETag: etagOf(revision) }, body: { data, status: 200 } };
}
