import type Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { canonicalMac } from '../../shared/platform/values/mac.js';
import type { Endpoint } from '../http/endpoint.js';
import type { RawParameters } from '../http/parameters.js';

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
export const authenticateByMac: NonNullable<Endpoint['authenticateDevice']> = async (deps, keyHash, raw) => {
  const admission = await deps.deviceAuthentication.add(null, { macId: macOf(raw), keyHash });
  if ('refused' in admission) throw admission.refused;
  return admission.ref;
};

/** The canonical MAC of a request. @throws AppError invalidParameters */
export function macOf({ mac_id }: RawParameters): string {
  const mac = typeof mac_id === 'string' && mac_id.length <= 64 ? canonicalMac(mac_id) : null;
  if (mac === null) throw new AppError('invalidParameters', { text: 'mac_id must be a MAC' });
  return mac;
}
