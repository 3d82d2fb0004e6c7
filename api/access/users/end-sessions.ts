import { revokeUserAccessTokens } from '../../../shared/access/operations/revoke-user-access-tokens.js';
import { DELETED, deletedSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const endSessionsEndpoint = endpoint<{ id: number }>({
  operation: 'end_user_sessions',
  summary: 'End all tokens and sessions of a user whom the caller manages, or of the caller',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.endUserSessions,
  input: recordId,
  output: { 200: deletedSchema },
  refusals: ['userNotFound'],
  async handle({ deps, caller, input: { id } }) {
    await revokeUserAccessTokens(deps, caller, id);
    return DELETED;
  },
});
