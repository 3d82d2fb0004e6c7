import { hashToken, sameHash } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { StatusDeps } from '../deps.js';

/** What a device says it is, before anything else in its request is looked at. */
export interface DeviceClaim {
  readonly macId: string;
  readonly deviceKey: string;
}

export type DeviceAdmission = { readonly ref: DeviceRef } | { readonly refused: AppError };

/** Checks the keys of a batch of devices in one round trip. A wrong key learns nothing, not even whether the MAC exists. */
export async function admitDevices(
  { stores, metrics }: Pick<StatusDeps, 'stores' | 'metrics'>,
  claims: readonly DeviceClaim[],
): Promise<DeviceAdmission[]> {
  const registrations = await stores.heartbeats.registrations(claims.map(({ macId }) => macId));
  return claims.map(({ macId, deviceKey }): DeviceAdmission => {
    const registration = registrations.get(macId);
    const fits = registration?.deviceKeyHash && sameHash(registration.deviceKeyHash, hashToken(deviceKey));
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
