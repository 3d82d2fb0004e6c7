import type Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { canonicalMac } from '../../shared/platform/values/mac.js';
import type { Endpoint } from '../http/endpoint.js';

export const deviceMac: Joi.CustomValidator<string> = (value) => {
  const mac = canonicalMac(value);
  if (mac === null) throw new Error('is not a MAC');
  return mac;
};

/** @throws AppError unauthenticated without a device key */
export function requireDeviceKey({ bearer }: { readonly bearer: string }): void {
  if (bearer === '') throw new AppError('unauthenticated', { text: 'A device key is required' });
}

/** The device with the MAC of the request, if the bearer is its key. @throws AppError unauthenticated, deviceNotFound */
export const authenticateByMac: NonNullable<Endpoint['authenticateDevice']> = async (
  deps,
  bearer,
  { mac_id },
) => {
  const mac = typeof mac_id === 'string' && mac_id.length <= 64 ? canonicalMac(mac_id) : null;
  if (mac === null) throw new AppError('invalidParameters', { text: 'mac_id must be a MAC' });
  const admission = await deps.deviceAuthentication.add(null, { macId: mac, deviceKey: bearer });
  if ('refused' in admission) throw admission.refused;
  return admission.ref;
};
