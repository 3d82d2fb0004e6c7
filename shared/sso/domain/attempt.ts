import { createHmac } from 'node:crypto';

/** How long a person may take at the provider. */
export const ATTEMPT_MS = 10 * 60_000;

/** What only the browser of an attempt can make again: neither is stored. */
export interface AttemptSecrets {
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** @param secret in the cookie of the browser */
export function attemptSecrets(state: string, secret: string): AttemptSecrets {
  const derived = (what: string): string =>
    createHmac('sha256', secret).update(`${what}:${state}`).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
}
