import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '../../platform/errors/app-error.js';

/** OWASP's equivalent of N=2^17, p=1 that needs 16 MiB instead of 128. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** The two pools leave threads of libuv's pool to files and DNS. */
const signIns = pLimit(2);
const imports = pLimit(2);
/** Further sign-ins would wait for seconds. */
const MAX_WAITING_SIGN_INS = 16;

function derive(
  pool: LimitFunction,
  password: string,
  salt: Buffer,
  options: ScryptOptions,
): Promise<Buffer> {
  return pool(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
          if (error) reject(error);
          else resolve(key);
        });
      }),
  );
}

/** `scrypt$N$r$p$salt$key`, so that the cost can be raised without invalidating existing passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(imports, password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * For sign-in. An unknown user (null) takes as long as a wrong password, so that timing does not reveal which
 * accounts exist.
 * @throws AppError overloaded when too many sign-ins wait
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  if (signIns.pendingCount >= MAX_WAITING_SIGN_INS) throw new AppError('overloaded');
  return verify(signIns, password, stored);
}

/** For imports, which wait without limit. */
export async function isStoredPassword(password: string, stored: string): Promise<boolean> {
  return verify(imports, password, stored);
}

async function verify(pool: LimitFunction, password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (stored ?? NOBODY).split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const derived = await derive(pool, password, Buffer.from(salt ?? '', 'base64url'), options);
  return stored !== null && timingSafeEqual(derived, Buffer.from(key ?? '', 'base64url'));
}

const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'AAAA', Buffer.alloc(KEY_BYTES).toString('base64url')].join(
  '$',
);
