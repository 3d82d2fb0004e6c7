import Joi from 'joi';
import { TOKEN_SCOPES } from '../../shared/access/domain/token-limits.js';
import type { ListedToken } from '../../shared/access/stores/credential-store.js';

/** A token or session in a list; `currentId` is the id of the one that authenticates the request. */
export function presentAccessToken(token: ListedToken, currentId: string | null) {
  return {
    id: token.id,
    kind: token.kind,
    name: token.name,
    prefix: token.prefix,
    parent_id: token.parentId,
    scopes: [...(token.scopes ?? TOKEN_SCOPES)],
    networks: token.networks ? [...token.networks] : null,
    is_current: token.id === currentId,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt.toISOString(),
  };
}

const time = Joi.string().isoDate();

export const accessTokenSchema = Joi.object({
  id: Joi.string().required().description('Names the token in requests; reveals nothing of it'),
  kind: Joi.string().valid('token', 'session').required(),
  name: Joi.string().allow(null).required(),
  prefix: Joi.string()
    .allow(null)
    .required()
    .description('The first 8 characters of a token; null for sessions and older tokens'),
  parent_id: Joi.string()
    .allow(null)
    .required()
    .description('The token that it was made with, and with which it ends; null for others'),
  scopes: Joi.array()
    .items(Joi.string().valid(...TOKEN_SCOPES))
    .required(),
  networks: Joi.array()
    .items(Joi.number().integer())
    .allow(null)
    .required()
    .description('Null: those of the user'),
  is_current: Joi.boolean().required().description('Whether this request was sent with it'),
  created_at: time.required(),
  last_used_at: time.allow(null).required(),
  expires_at: time.required(),
});
