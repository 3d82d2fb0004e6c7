import Joi from 'joi';
import { endSession } from '../../shared/access/operations/end-session.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const revokeAccessTokenEndpoint = endpoint({
  operation: 'revoke_access_token',
  summary: 'Revoke the access token that was sent',
  family: 'v1',
  access: 'user',
  operators: true,
  changes: true,
  routes: PATHS.revokeAccessToken,
  input: Joi.object({ access_token: accessToken }),
  output: { 204: Joi.any() },
  refusals: [],
  async handle({ deps, sessionHash, requestId, ip }) {
    await endSession(deps, sessionHash, { requestId, address: ip });
    return { status: 204 };
  },
});
