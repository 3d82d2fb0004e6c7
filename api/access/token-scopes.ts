import type { TokenScope } from '../../shared/access/domain/token-limits.js';
import type { Endpoint } from '../http/endpoint.js';

/** The operations on users, tokens, sessions and secrets, for which a token needs the scope `admin`. */
export const ADMIN_OPERATIONS: ReadonlySet<string> = new Set([
  'list_users',
  'show_user',
  'create_user',
  'update_user',
  'delete_user',
  'create_password_link',
  'end_user_sessions',
  'reset_second_factors',
  'update_organisation',
  'show_sso',
  'replace_sso',
  'remove_sso',
  'list_own_sessions',
  'end_own_session',
  'end_other_sessions',
  'create_access_token',
  'list_access_tokens',
  'revoke_access_token_by_id',
  'revoke_user_access_tokens',
  'create_webhook',
  'rotate_webhook_secret',
  'list_enrolment_tokens',
  'create_enrolment_token',
  'revoke_enrolment_token',
]);

/** The scope that a token needs for an operation; null for the end of the token itself. */
export function scopeOf({ operation, changes }: Pick<Endpoint, 'operation' | 'changes'>): TokenScope | null {
  if (operation === 'revoke_access_token') return null;
  if (ADMIN_OPERATIONS.has(operation)) return 'admin';
  return changes ? 'write' : 'read';
}
