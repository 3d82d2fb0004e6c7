import { Secret, TOTP } from 'otpauth';

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, steps of 30 s, which every app supports. */

const STEP_MS = 30_000;
/** How many steps the clock of a phone may differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret in base32, as it is typed into an app that reads no QR code. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that authenticator apps read as a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code, or null when it is none of the secret's codes of the present, the last and the next step. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const distance = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return distance === null ? null : Math.floor(timestamp / STEP_MS) + distance;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'airfleet',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1000,
    secret: Secret.fromBase32(secret),
  });
}
