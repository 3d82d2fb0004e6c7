import type { Context } from 'koa';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../../deps.js';
import type { Endpoint } from '../endpoint.js';
import type { ApiState } from '../state.js';
import { bearerToken } from './authenticate.js';

/**
 * Judges a device by its headers. Without a key its body is not read; a body that is large or still on its way is read
 * only for a key that some device has. Whether it is this device's is checked once the body has said which one it is.
 * @throws AppError unauthenticated, which ends the connection; rateLimited, overloaded, storeUnreachable
 */
export function admitSenders(
  deps: Pick<ApiDeps, 'mongo' | 'guesses' | 'deviceKeys'>,
  endpointOf: (ctx: Context) => Endpoint | null,
): (ctx: Context & { state: ApiState }, isHere: boolean) => Promise<void> {
  return async (ctx, isHere) => {
    const endpoint = endpointOf(ctx);
    if (endpoint?.access !== 'device') return;
    ctx.state.endpoint = endpoint;
    const key = bearerToken(ctx);
    if (key === undefined) throw refusal('A device key is required');
    if (isHere) return;
    if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
    const hash = hashToken(key);
    await deps.guesses.check(ctx.ip, hash);
    if (deps.guesses.hasFitted(hash) || (await deps.deviceKeys.add(null, hash))) return;
    await deps.guesses.failed(ctx.ip);
    throw refusal('The device key is not valid');
  };
}

function refusal(text: string): AppError {
  return new AppError('unauthenticated', { text, details: { headers: { Connection: 'close' } } });
}
