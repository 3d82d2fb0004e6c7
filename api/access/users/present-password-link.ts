import Joi from 'joi';
import { passwordLinkUrl } from '../../../shared/access/domain/account-mail.js';
import type { NewPasswordLink } from '../../../shared/access/operations/links/password-link.js';
import type { ApiDeps } from '../../deps.js';

/** A link at which a password is set, shown once. */
export const shownPasswordLink = Joi.object({
  url: Joi.string()
    .required()
    .description('Begins with PUBLIC_URL; without one, it is a path of the service'),
  expires_at: Joi.string().isoDate().required(),
})
  .allow(null)
  .required()
  .description('Shown once; null in a replay');

export interface ShownPasswordLink {
  readonly url: string;
  readonly expires_at: string;
}

export function presentPasswordLink(
  { env }: Pick<ApiDeps, 'env'>,
  { secret, expiresAt }: NewPasswordLink,
): ShownPasswordLink {
  return { url: passwordLinkUrl(env.publicUrl, secret), expires_at: expiresAt.toISOString() };
}
