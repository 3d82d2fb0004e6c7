import { sameHash } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { StatusDeps } from '../deps.js';

/** The identity that a device claims. */
export interface DeviceClaim {
  readonly macId: string;
  /** The hash of the key that it sends. */
  readonly keyHash: string;
}

export type DeviceAuthentication = { readonly ref: DeviceRef } | { readonly refused: AppError };

/** Checks the keys of a batch of devices. A wrong key does not reveal whether the MAC exists. */
export async function authenticateDevices(
  { stores, metrics }: Pick<StatusDeps, 'stores' | 'metrics'>,
  claims: readonly DeviceClaim[],
): Promise<DeviceAuthentication[]> {
  const registrations = await stores.heartbeats.registrations(claims.map(({ macId }) => macId));
  return claims.map(({ macId, keyHash }): DeviceAuthentication => {
    const registration = registrations.get(macId);
    const fits =
      registration?.deviceKeyHash &&
      registration.identity !== 'certificate' &&
      sameHash(registration.deviceKeyHash, keyHash);
    const { organisationId = null, deviceId = null } = registration ?? {};
    if (fits && organisationId !== null && deviceId !== null) return { ref: { organisationId, deviceId } };
    metrics.heartbeats.inc({ outcome: 'refused' });
    return {
      refused: fits
        ? new AppError('deviceNotFound')
        : new AppError('unauthenticated', { text: 'The device key is not valid' }),
    };
  });
}

/** Whether any device has a key with the hash, for each hash. Devices may share a key. */
export async function findKnownKeys(
  { stores, metrics }: Pick<StatusDeps, 'stores' | 'metrics'>,
  hashes: readonly string[],
): Promise<boolean[]> {
  const known = await stores.heartbeats.knownKeyHashes(hashes);
  metrics.heartbeats.inc({ outcome: 'refused' }, hashes.filter((hash) => !known.has(hash)).length);
  return hashes.map((hash) => known.has(hash));
}
