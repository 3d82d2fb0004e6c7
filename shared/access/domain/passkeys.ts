import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeyRecord, SecondFactorRecord } from '../models/second-factor.js';
import type { RelyingParty } from './relying-party.js';

/**
 * Passkeys (WebAuthn). An authenticator signs challenges with a key that it keeps for this service, and verifies its user by
 * a PIN or biometry each time, so that a passkey is two factors. Challenges are random bytes in base64url.
 */

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
/** What an authenticator answers to {@link CreationOptions}. */
export type NewCredential = RegistrationResponseJSON;
/** What an authenticator answers to {@link RequestOptions}. */
export type Assertion = AuthenticationResponseJSON;

/** What is stored of a passkey to check what it signs. */
export type PasskeyKey = Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

interface Asked {
  readonly challenge: string;
  /** How long a person may take. */
  readonly timeoutMs: number;
}

/** ES256 and EdDSA, and RS256 for older authenticators of Windows. All of these run on every supported version of Node. */
const ALGORITHMS = [-8, -7, -257];
const SERVICE_NAME = 'airfleet';
/** Loaded for the first passkey: it takes as long as a tenth of the start of an API. */
const library = () => import('@simplewebauthn/server');

export function passkeysOf(factors: readonly SecondFactorRecord[] = []): PasskeyRecord[] {
  return factors.filter((factor) => factor.kind === 'passkey');
}

/** What a browser needs to make a passkey for an account. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  { challenge, timeoutMs }: Asked,
  account: { readonly handle: string; readonly email: string; readonly passkeys: readonly PasskeyRecord[] },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID,
    userID: bytes(account.handle),
    userName: account.email,
    userDisplayName: account.email,
    challenge: bytes(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: account.passkeys.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What a browser needs to sign in with one of these passkeys; with none, the person chooses among those in the authenticator. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  { challenge, timeoutMs }: Asked,
  passkeys: readonly PasskeyRecord[],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    challenge: bytes(challenge),
    timeout: timeoutMs,
    allowCredentials: passkeys.map(descriptor),
    userVerification: 'required',
  });
}

/** The passkey that a browser has made; null unless it signed this challenge for this service and verified its user. */
export async function readNewPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  response: NewCredential,
): Promise<PasskeyKey | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    if (await hasCertificates(response)) return null;
    const expected = { expectedChallenge, expectedOrigin, expectedRPID, supportedAlgorithmIDs: ALGORITHMS };
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected });
    if (registrationInfo === undefined) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch {
    // The library throws for every answer that it does not accept.
    return null;
  }
}

/**
 * The counter of a passkey that signed a challenge for this service and verified its user; null when it did not, or when its
 * counter has not grown, which shows a copy of its key. Passkeys that are shared between devices count nothing: 0.
 */
export async function counterOf(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  response: Assertion,
  { credentialId: id, publicKey, counter }: PasskeyKey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const credential = { id, publicKey: bytes(publicKey), counter };
    const expected = { expectedChallenge, expectedOrigin, expectedRPID };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...expected,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * Whether an answer attests who made the authenticator, which is not asked for. To check that, the library would fetch lists
 * of revoked certificates from where the answer says.
 */
async function hasCertificates({ response: { attestationObject } }: NewCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(bytes(attestationObject));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

function descriptor({ credentialId: id, transports }: PasskeyRecord) {
  return { id, transports };
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
