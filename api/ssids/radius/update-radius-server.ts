import Joi from 'joi';
import { findRadiusServerToChange } from '../../../shared/ssids/operations/radius/find-radius-server.js';
import {
  updateRadiusServer,
  type RadiusServerPatch,
} from '../../../shared/ssids/operations/radius/update-radius-server.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { pathId, UNKNOWN_ID } from '../../http/fields.js';
import { answerKept } from '../../http/idempotency.js';
import { PATHS } from '../../paths.js';
import { radiusServerAnswer, radiusServerAnswerSchema } from './present-radius-server.js';
import { radiusServerFields } from './radius-server-input.js';

export const updateRadiusServerEndpoint = endpoint<RadiusServerPatch & { id: number }>({
  operation: 'update_radius_server',
  summary: 'Change a RADIUS server with a JSON Merge Patch: an edit of every network that uses it',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateRadiusServer,
  input: Joi.object({ id: pathId, ...radiusServerFields }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: radiusServerAnswerSchema, 422: invalidSchema },
  refusals: [
    'radiusServerNotFound',
    'forbidden',
    'settingsInvalid',
    'recordInUse',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findRadiusServerToChange(deps, caller, id),
  handle: ({ deps, caller, input, revisions, keep }) =>
    answerKept(keep, radiusServerAnswer, (accompany) =>
      updateRadiusServer(deps, caller, { ...input, revisions }, accompany),
    ),
});
