import Bourne from '@hapi/bourne';
import type { Context } from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { parseNested, type RawParameters } from './nested-parameters.js';
import type { ApiState } from './state.js';

/** The longest body that is read. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** A heartbeat of 256 ports has less than half of it. */
export const HEARTBEAT_LIMIT_BYTES = 64 * 1024;

/**
 * The received body as an object: JSON or form-encoded, not compressed; {} when there is none.
 * @throws AppError malformedBody
 */
export function parseBody(ctx: Context & { state: Pick<ApiState, 'body'> }): RawParameters {
  const { body } = ctx.state;
  if (body === undefined) return {};
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new AppError('malformedBody', { text: 'A compressed request body is not accepted' });
  }
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  return ctx.is('urlencoded') ? parseNested(text) : parseJson(text);
}

function parseJson(text: string): RawParameters {
  let value: unknown;
  try {
    value = Bourne.parse(text, { protoAction: 'remove' });
  } catch (error) {
    throw new AppError('malformedBody', { text: 'The request body is not JSON', cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('malformedBody', { text: 'The request body must be a JSON object' });
  }
  return value as RawParameters;
}
