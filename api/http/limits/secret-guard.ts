import { LRUCache } from 'lru-cache';
import { clientKey, WIDE_FACTOR, wideClientKey } from '../../../shared/platform/values/client-key.js';
import { createOwnQuota, MINUTE_S, spentQuota, type Quota } from './quota.js';

const MAX_ACCEPTED = 50_000;
const ACCEPTED_MS = 3_600_000;

export type SecretGuard = ReturnType<typeof createSecretGuard>;

/**
 * Limits attempts to guess tokens and device keys, counted by address in this process: allows `perMinute` failures per
 * address; 0 disables the limit. Recently accepted secrets are not limited.
 */
export function createSecretGuard(perMinute: number) {
  const ofAddresses = createOwnQuota('invalid-secret', perMinute, MINUTE_S);
  const ofNetworks = createOwnQuota('invalid-secret-network', perMinute * WIDE_FACTOR, MINUTE_S);
  const accepted = new LRUCache<string, true>({ max: MAX_ACCEPTED, ttl: ACCEPTED_MS });

  function quotasOf(address: string): (readonly [Quota, string])[] {
    const wide = wideClientKey(address);
    return [[ofAddresses, clientKey(address)], ...(wide === null ? [] : [[ofNetworks, wide] as const])];
  }

  return {
    /** Needs no store. @throws AppError rateLimited for a secret not accepted within the hour, from an address with too many failures */
    async check(address: string, secretHash: string): Promise<void> {
      if (perMinute === 0 || accepted.has(secretHash)) return;
      for (const [quota, key] of quotasOf(address)) {
        const state = await quota.limiter.get(key);
        if (state !== null && state.consumedPoints >= quota.points) throw spentQuota({ quota, key, state });
      }
    },
    accept(secretHash: string): void {
      accepted.set(secretHash, true);
    },
    /** Whether the secret was accepted within the hour. */
    isAccepted(secretHash: string): boolean {
      return accepted.has(secretHash);
    },
    async fail(address: string): Promise<void> {
      for (const [quota, key] of quotasOf(address)) await quota.limiter.consume(key).catch(() => undefined);
    },
  };
}
