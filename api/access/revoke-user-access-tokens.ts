import Joi from 'joi';
import { revokeUserAccessTokens } from '../../shared/access/operations/revoke-user-access-tokens.js';
import { deletionEndpoint } from '../http/deletion.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const revokeUserAccessTokensEndpoint = deletionEndpoint({
  operation: 'revoke_user_access_tokens',
  summary:
    'Revoke all access tokens and browser sessions of a user; of the caller, the one that was sent too',
  routes: PATHS.revokeUserAccessTokens,
  input: recordId,
  answer: { status: 204 },
  output: Joi.any(),
  refusals: ['userNotFound'],
  run: (deps, caller, { id }, accompany) => revokeUserAccessTokens(deps, caller, id, accompany),
});
