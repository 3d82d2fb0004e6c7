import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new opaque token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a token, session or device key: its SHA-256 in hex. It has 256 random bits, so no salt is
 * needed.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The public id of a token; reveals nothing of the hash it is computed from. */
export function publicTokenId(hash: string): string {
  return createHash('sha256').update(`access token ${hash}`).digest('hex').slice(0, 24);
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
