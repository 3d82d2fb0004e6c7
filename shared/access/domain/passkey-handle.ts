import type { AccountId } from './account-entry.js';

/**
 * What a passkey says of its account: its ids, which are no personal data and outlive a change of the email. Authenticators
 * keep one passkey for a handle and a service.
 */
export function passkeyHandle({ userId, organisationId }: AccountId): string {
  return Buffer.from(`${organisationId ?? ''}:${userId}`).toString('base64url');
}

/** The account that a handle names, whether or not there is such an account; null for any other text. */
export function accountOfHandle(handle: string): AccountId | null {
  const named = /^(\d{1,15})?:(\d{1,15})$/.exec(Buffer.from(handle, 'base64url').toString());
  if (named === null) return null;
  const [, organisationId, userId] = named;
  return {
    userId: Number(userId),
    organisationId: organisationId === undefined ? null : Number(organisationId),
  };
}
