import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../shared/platform/errors/app-error.js';

const WINDOW_S = 60;
const REMEMBERED = 50_000;
const REMEMBERED_MS = 3_600_000;

/** Secrets that did not fit, counted by address in this process. */
export interface Guesses {
  /** Costs no store. @throws AppError rateLimited for a secret that has not fitted lately, from an address with too many failures */
  check(address: string, secretHash: string): Promise<void>;
  fitted(secretHash: string): void;
  /** Whether it has fitted within the hour. */
  hasFitted(secretHash: string): boolean;
  failed(address: string): Promise<void>;
}

/** So many failures a minute for each address; 0 turns it off. Secrets that have fitted within the hour go on. */
export function createGuesses(perMinute: number): Guesses {
  const failures = new RateLimiterMemory({ points: perMinute, duration: WINDOW_S });
  const good = new LRUCache<string, true>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  return {
    async check(address, secretHash) {
      if (perMinute === 0 || good.has(secretHash)) return;
      const state = await failures.get(address);
      if (state === null || state.consumedPoints < perMinute) return;
      const retryAfterS = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new AppError('rateLimited', { details: { retryAfterS } });
    },
    fitted(secretHash) {
      good.set(secretHash, true);
    },
    hasFitted(secretHash) {
      return good.has(secretHash);
    },
    async failed(address) {
      await failures.consume(address).catch(() => undefined);
    },
  };
}
