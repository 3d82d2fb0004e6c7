import { expect } from 'chai';
import { cookiesOf, makeUserWithPassword } from '../browser/web-session.js';
import type { Reply } from '../fixtures/api.js';
import { beginPasskeySession, passkeyOptionsOf, setUpPasskey } from '../fixtures/passkeys/set-up-passkey.js';
import {
  PASSKEY_ORIGIN,
  SoftwareAuthenticator,
  type Answering,
} from '../fixtures/passkeys/software-authenticator.js';
import type { FactorService } from './factor-service.js';

/** A user who has signed in and has a passkey. */
export interface PasskeyHolder {
  readonly email: string;
  readonly id: number;
  /** Of the session in which the passkey was made. */
  readonly Cookie: string;
  readonly authenticator: SoftwareAuthenticator;
  /** Of the passkey in the list of factors. */
  readonly factorId: string;
  readonly recoveryCodes: readonly string[];
}

export function newAuthenticator(isCounting = true): SoftwareAuthenticator {
  return new SoftwareAuthenticator(PASSKEY_ORIGIN, isCounting);
}

export async function userWithPasskey(
  at: FactorService,
  fields = {},
  authenticator = newAuthenticator(),
): Promise<PasskeyHolder> {
  const { user } = await makeUserWithPassword(at.service.api, at.org, fields);
  const Cookie = await at.signIn(user.email);
  const { id: factorId, recoveryCodes } = await setUpPasskey(at.service.api, Cookie, authenticator);
  expect(recoveryCodes).to.have.length(10);
  return {
    email: user.email,
    id: user._id,
    Cookie,
    authenticator,
    factorId,
    recoveryCodes: recoveryCodes ?? [],
  };
}

/** Signs the challenge of a sign-in, in the browser that began it. */
export function proveByPasskey(
  at: FactorService,
  first: Reply,
  authenticator: SoftwareAuthenticator,
  answering: Answering = {},
): Promise<Reply> {
  return at.prove(first, { assertion: authenticator.get(passkeyOptionsOf(first), answering) });
}

/** Signs in with a passkey alone. */
export async function enterByPasskey(
  at: FactorService,
  authenticator: SoftwareAuthenticator,
  answering: Answering = {},
): Promise<Reply> {
  return proveByPasskey(at, await beginPasskeySession(at.service.api), authenticator, answering);
}

/** The factors that a session lists. */
export async function listedFactors(at: FactorService, Cookie: string): Promise<Record<string, unknown>[]> {
  const listed = await at.call('GET', '/v1/me/second_factors', Cookie);
  expect(listed.status, listed.text).to.equal(200);
  return (listed.body as { data: { second_factors: Record<string, unknown>[] } }).data.second_factors;
}

/** The cookies of a sign-in that succeeded. */
export function signedInBy(reply: Reply): string {
  expect(reply.status, reply.text).to.equal(201);
  return cookiesOf(reply);
}
