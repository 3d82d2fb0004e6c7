import Joi from 'joi';
import { requireAdministrator } from '../../../shared/access/domain/access.js';
import type { RadiusServerRecord } from '../../../shared/ssids/models/radius-server.js';
import {
  createRadiusServer,
  type RadiusServerFields,
} from '../../../shared/ssids/operations/radius/create-radius-server.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { answerKept } from '../../http/idempotency.js';
import { PATHS } from '../../paths.js';
import { radiusServerAnswer, radiusServerAnswerSchema } from './present-radius-server.js';
import { newSecret, radiusServerFields } from './radius-server-input.js';

const { name, host, auth_port, acct_port, nas_identifier } = radiusServerFields;

export const createRadiusServerEndpoint = endpoint<RadiusServerFields>({
  operation: 'create_radius_server',
  summary: 'Create a RADIUS server, which SSIDs name by its id',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createRadiusServer,
  input: Joi.object({
    ...radiusServerFields,
    name: name.required(),
    host: host.required(),
    auth_port: auth_port.default(1812),
    acct_port: acct_port.default(1813),
    secret: newSecret,
    nas_identifier: nas_identifier.default(null),
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: radiusServerAnswerSchema, 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid', 'tooManyOpen', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ caller }) => {
    requireAdministrator(caller);
  },
  async handle({ deps, caller, input, keep }) {
    return answerKept(
      keep,
      (server: RadiusServerRecord) => radiusServerAnswer(server, 201),
      (accompany) => createRadiusServer(deps, caller, input, accompany),
    );
  },
});
