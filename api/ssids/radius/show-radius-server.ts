import { findRadiusServer } from '../../../shared/ssids/operations/radius/find-radius-server.js';
import { endpoint } from '../../http/endpoint.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { radiusServerAnswer, radiusServerAnswerSchema } from './present-radius-server.js';

export const showRadiusServerEndpoint = endpoint<{ id: number }>({
  operation: 'show_radius_server',
  summary: 'Show a RADIUS server',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showRadiusServer,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: radiusServerAnswerSchema },
  refusals: ['radiusServerNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return radiusServerAnswer(await findRadiusServer(deps, caller, id));
  },
});
