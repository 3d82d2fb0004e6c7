import Joi from 'joi';
import { HIDDEN_SECRET } from '../../../shared/ssids/domain/radius-secret.js';
import { fieldsOfRadiusServer } from '../../../shared/ssids/domain/radius-server.js';
import type { RadiusServerRecord } from '../../../shared/ssids/models/radius-server.js';
import { recordSchema } from '../../http/answer-schemas.js';
import type { Answer } from '../../http/endpoint.js';
import { etagOf } from '../../http/etag.js';

const whole = Joi.number().integer().required();
const text = Joi.string().required();

export const radiusServerSchema = Joi.object({
  id: whole,
  name: text,
  host: text,
  auth_port: whole,
  acct_port: whole,
  secret: text
    .valid(HIDDEN_SECRET)
    .allow(null)
    .description('Always `***`; null when none is known, after an import without secrets'),
  nas_identifier: text.allow(null),
  revision: whole,
});

export const radiusServerAnswerSchema = recordSchema('radius_server', radiusServerSchema);

export function presentRadiusServer(server: RadiusServerRecord) {
  return { id: server._id, ...fieldsOfRadiusServer(server), revision: server.revision };
}

export function radiusServerAnswer(server: RadiusServerRecord, status = 200): Answer {
  const headers = { ETag: etagOf(server.revision) };
  return { status, headers, body: { data: { radius_server: presentRadiusServer(server) }, status } };
}
