import Joi from 'joi';
import { publicTokenId } from '../../shared/platform/values/secrets.js';
import { listAccessTokens } from '../../shared/access/operations/list-access-tokens.js';
import type { TokenPosition } from '../../shared/access/stores/credential-store.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, optionalNumberId, pageSize } from '../http/fields.js';
import {
  accessTokenListSchema,
  nextTokenCursor,
  presentAccessToken,
  tokenCursor,
} from './present-access-token.js';
import { PATHS } from '../paths.js';

interface Input {
  user_id?: number;
  per_page: number;
  cursor?: TokenPosition;
}

export const listAccessTokensEndpoint = endpoint<Input>({
  operation: 'list_access_tokens',
  summary: 'List the access tokens and browser sessions of the caller or of a user, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listAccessTokens,
  input: Joi.object({
    user_id: optionalNumberId.description(
      'A user of the organisation: for a super_admin any, for an admin an operator or viewer; otherwise the caller',
    ),
    per_page: pageSize(50, 200).min(1),
    cursor: tokenCursor,
    access_token: accessToken,
  }),
  headers: ['If-None-Match'],
  output: { 200: accessTokenListSchema },
  refusals: ['userNotFound'],
  async handle({ deps, caller, input, sessionHash }) {
    const page = { limit: input.per_page, after: input.cursor };
    const { tokens, hasMore } = await listAccessTokens(deps, caller, input.user_id, page);
    const currentId = sessionHash === null ? null : publicTokenId(sessionHash);
    const body = {
      data: { access_tokens: tokens.map((token) => presentAccessToken(token, currentId)) },
      meta: { next_cursor: nextTokenCursor(tokens, hasMore), has_more: hasMore },
      status: 200,
    };
    return revalidated(body);
  },
});
