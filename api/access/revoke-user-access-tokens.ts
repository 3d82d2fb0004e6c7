import Joi from 'joi';
import { revokeUserAccessTokens } from '../../shared/access/operations/revoke-user-access-tokens.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const revokeUserAccessTokensEndpoint = endpoint<{ id: number }>({
  operation: 'revoke_user_access_tokens',
  summary:
    'Revoke all access tokens and browser sessions of a user; of the caller, the one that was sent too',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.revokeUserAccessTokens,
  input: recordId,
  output: { 204: Joi.any() },
  refusals: ['userNotFound'],
  async handle({ deps, caller, input }) {
    await revokeUserAccessTokens(deps, caller, input.id);
    return { status: 204 };
  },
});
