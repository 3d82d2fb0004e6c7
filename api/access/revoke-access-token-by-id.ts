import Joi from 'joi';
import { revokeAccessToken } from '../../shared/access/operations/revoke-access-token.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const revokeAccessTokenByIdEndpoint = endpoint<{ id: string }>({
  operation: 'revoke_access_token_by_id',
  summary: 'Revoke an access token or browser session of the caller or of a user whom the caller manages',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.revokeAccessTokenById,
  input: Joi.object({
    id: Joi.string().required().description('As in the list of access tokens'),
    access_token: accessToken,
  }),
  output: { 204: Joi.any() },
  refusals: ['accessTokenNotFound'],
  async handle({ deps, caller, input }) {
    await revokeAccessToken(deps, caller, input.id);
    return { status: 204 };
  },
});
