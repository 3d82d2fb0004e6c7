import Joi from 'joi';
import { revokeAccessToken } from '../../shared/access/operations/revoke-access-token.js';
import { deletionEndpoint } from '../http/deletion.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

const tokenId: Joi.ObjectSchema<{ id: string }> = Joi.object({
  id: Joi.string().required().description('As in the list of access tokens'),
  access_token: accessToken,
});

export const revokeAccessTokenByIdEndpoint = deletionEndpoint({
  operation: 'revoke_access_token_by_id',
  summary: 'Revoke an access token or browser session of the caller or of a user whom the caller manages',
  routes: PATHS.revokeAccessTokenById,
  input: tokenId,
  answer: { status: 204 },
  output: Joi.any(),
  refusals: ['accessTokenNotFound'],
  run: (deps, caller, { id }, accompany) => revokeAccessToken(deps, caller, id, accompany),
});
