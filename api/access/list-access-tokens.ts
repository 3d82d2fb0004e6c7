import { publicTokenId } from '../../shared/platform/values/secrets.js';
import { listAccessTokens } from '../../shared/access/operations/list-access-tokens.js';
import type { ListedToken } from '../../shared/access/stores/credential-store.js';
import { optionalNumberId } from '../http/fields.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { accessTokenSchema, presentAccessToken } from './present-access-token.js';
import { PATHS } from '../paths.js';

export const listAccessTokensEndpoint = sortedListEndpoint<ListedToken, { user_id?: number }>({
  operation: 'list_access_tokens',
  summary: 'List the access tokens and browser sessions of the caller or of a user, newest first',
  routes: PATHS.listAccessTokens,
  resource: 'access_tokens',
  item: accessTokenSchema,
  filter: {
    user_id: optionalNumberId.description(
      'A user of the organisation: for a super_admin any, for an admin an operator or viewer; otherwise the caller',
    ),
  },
  columns: { created_at: 'createdAt' },
  newestFirst: true,
  ids: 'texts',
  refusals: ['userNotFound'],
  read: (deps, caller, page, { user_id: userId }) => listAccessTokens(deps, caller, userId, page),
  present(tokens, _deps, _caller, { sessionHash }) {
    const currentId = sessionHash === null ? null : publicTokenId(sessionHash);
    return tokens.map((token) => presentAccessToken(token, currentId));
  },
});
