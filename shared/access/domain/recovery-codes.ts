import { Secret } from 'otpauth';
import { hashToken } from '../../platform/values/secrets.js';

const COUNT = 10;
/** 80 bits: 16 characters of base32. */
const BYTES = 10;

/** New codes, each of which replaces a second factor once, such as `k3vw-7dqa-x2mf-q5lt`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const text = new Secret({ size: BYTES }).base32.toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** The stored form of a code as a person enters it: in any case, with or without its hyphens. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
}
