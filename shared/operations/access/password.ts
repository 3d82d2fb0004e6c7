import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import pLimit from 'p-limit';
import { AppError } from '../../errors/app-error.js';

/** OWASP's smaller equivalent of N=2^17, p=1: 16 MiB a call instead of 128. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** A sign-in storm may not take all threads of the pool that files and DNS need too. */
const bounded = pLimit(2);
/** More than so many would wait for seconds. */
const MOST_WAITING = 16;

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return bounded(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
          if (error) reject(error);
          else resolve(key);
        });
      }),
  );
}

/** `scrypt$N$r$p$salt$key`, so that the cost can grow without forgetting old passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Takes as long for an unknown user (null) as for a wrong password, so that time does not tell which accounts exist.
 * @throws AppError overloaded when too many wait
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  if (bounded.pendingCount >= MOST_WAITING) throw new AppError('overloaded');
  const [, N, r, p, salt, key] = (stored ?? NOBODY).split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const derived = await derive(password, Buffer.from(salt ?? '', 'base64url'), options);
  return stored !== null && timingSafeEqual(derived, Buffer.from(key ?? '', 'base64url'));
}

const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'AAAA', Buffer.alloc(KEY_BYTES).toString('base64url')].join(
  '$',
);
