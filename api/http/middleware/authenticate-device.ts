import type { Context } from 'koa';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import type { DeviceRef } from '../../../shared/inventory/stores/device-ref.js';
import type { ApiDeps } from '../../deps.js';
import type { ApiState, Endpoint } from '../endpoint.js';
import type { RawParameters } from '../parameters.js';
import { bearerToken } from './authenticate.js';

/**
 * Checks a device's key before its body is read. Without a key the body is not read; a body that is large or has not
 * arrived is read only if some device has the key. authenticateDevice checks that the key belongs to the device.
 * @throws AppError unauthenticated, which closes the connection; rateLimited, overloaded, storeUnreachable
 */
export function checkDeviceKey(
  deps: Pick<ApiDeps, 'mongo' | 'secretGuard' | 'deviceKeys'>,
  endpointOf: (ctx: Context) => Endpoint | null,
): (ctx: Context & { state: ApiState }, hasArrived: boolean) => Promise<void> {
  return async (ctx, hasArrived) => {
    const endpoint = endpointOf(ctx);
    if (endpoint?.access !== 'device') return;
    ctx.state.endpoint = endpoint;
    const key = bearerToken(ctx);
    if (key === undefined) throw refusal('A device key is required');
    if (hasArrived) return;
    if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
    const hash = hashToken(key);
    await deps.secretGuard.check(ctx.ip, hash);
    if (deps.secretGuard.isAccepted(hash) || (await deps.deviceKeys.add(null, hash))) return;
    await deps.secretGuard.fail(ctx.ip);
    throw refusal('The device key is not valid');
  };
}

/** Checks the device's key before its body is validated; null for endpoints of users. @throws AppError */
export async function authenticateDevice(
  deps: ApiDeps,
  ctx: Context & { state: ApiState },
  endpoint: Endpoint,
  raw: RawParameters,
): Promise<DeviceRef | null> {
  if (!endpoint.authenticateDevice) return null;
  const { bearer } = ctx.state;
  const hash = hashToken(bearer);
  await deps.secretGuard.check(ctx.ip, hash);
  try {
    const device = await endpoint.authenticateDevice(deps, bearer, raw);
    deps.secretGuard.accept(hash);
    return device;
  } catch (error) {
    if (error instanceof AppError && error.refusal === 'unauthenticated') await deps.secretGuard.fail(ctx.ip);
    throw error;
  }
}

function refusal(text: string): AppError {
  return new AppError('unauthenticated', { text, details: { headers: { Connection: 'close' } } });
}
