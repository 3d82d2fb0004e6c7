import Joi from 'joi';
import type { ListedToken, TokenPosition } from '../../shared/access/stores/credential-store.js';

/** A token or session in a list; `currentId` is the id of the one that authenticates the request. */
export function presentAccessToken(token: ListedToken, currentId: string | null) {
  return {
    id: token.id,
    kind: token.kind,
    name: token.name,
    prefix: token.prefix,
    is_current: token.id === currentId,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt.toISOString(),
  };
}

/** The cursor of the next page; null on the last page. */
export function nextTokenCursor(tokens: readonly TokenPosition[], hasMore: boolean): string | null {
  const last = tokens.at(-1);
  return hasMore && last ? `${last.createdAt.getTime()}-${last.id}` : null;
}

/** Parses a cursor of `nextTokenCursor`. */
export const tokenCursor = Joi.string()
  .empty(Joi.valid('', null))
  .pattern(/^\d{1,13}-[0-9a-f]{24}$/, 'cursor')
  .custom((cursor: string): TokenPosition => {
    const [createdAt = '', id = ''] = cursor.split('-');
    return { createdAt: new Date(Number(createdAt)), id };
  })
  .description('next_cursor of the page before');

const time = Joi.string().isoDate();

export const accessTokenListSchema = Joi.object({
  data: Joi.object({
    access_tokens: Joi.array()
      .items(
        Joi.object({
          id: Joi.string().required().description('Names the token in requests; reveals nothing of it'),
          kind: Joi.string().valid('token', 'session').required(),
          name: Joi.string().allow(null).required(),
          prefix: Joi.string()
            .allow(null)
            .required()
            .description('The first 8 characters of a token; null for sessions and older tokens'),
          is_current: Joi.boolean().required().description('Whether this request was sent with it'),
          created_at: time.required(),
          last_used_at: time.allow(null).required(),
          expires_at: time.required(),
        }),
      )
      .required(),
  }).required(),
  meta: Joi.object({
    next_cursor: Joi.string().allow(null).required(),
    has_more: Joi.boolean().required(),
  }).required(),
  status: Joi.number().integer().required(),
});
