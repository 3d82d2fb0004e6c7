import { isIP } from 'node:net';

/** The service as browsers know it: a passkey works on pages of this origin alone. */
export interface RelyingParty {
  /** The host. */
  readonly id: string;
  readonly origin: string;
}

/** Null without PUBLIC_URL, and at an address instead of a name, for which browsers make no passkeys. */
export function relyingPartyOf(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return null;
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}
