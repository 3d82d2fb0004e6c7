import Bourne from '@hapi/bourne';
import type { Context } from 'koa';
import { parse as parseForm } from 'qs';
import readRaw from 'raw-body';
import { AppError } from '../shared/errors/app-error.js';

/** The longest body that is read. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** The shape of what comes in before a schema has looked at it. */
export type RawParameters = Record<string, unknown>;

/** qs with room for a DataTables request of any number of columns, and with no way to reach a prototype. */
export function parseNested(text: string): RawParameters {
  const parsed: RawParameters = parseForm(text, {
    depth: 5,
    arrayLimit: 1000,
    parameterLimit: 20_000,
    plainObjects: false,
    allowPrototypes: false,
  });
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, asList(value)]));
}

/** Past its limit qs makes an object of a list; one whose keys count up from 0 is a list all the same. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : value;
}

/**
 * The body as an object: JSON or form-encoded, at most 1 MiB, not compressed; {} when there is none.
 * @throws AppError malformedBody, bodyTooLarge
 */
export async function readBody(ctx: Context): Promise<RawParameters> {
  if (!ctx.req.headers['transfer-encoding'] && !ctx.request.length) return {};
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new AppError('malformedBody', { text: 'A compressed request body is not accepted' });
  }
  const text = await readText(ctx);
  if (text.trim() === '') return {};
  return ctx.is('urlencoded') ? parseNested(text) : parseJson(text);
}

async function readText(ctx: Context): Promise<string> {
  const declared = ctx.get('Content-Length');
  const length = declared === '' ? null : Number(declared);
  try {
    return await readRaw(ctx.req, {
      limit: BODY_LIMIT_BYTES,
      length,
      encoding: 'utf8',
    });
  } catch (error) {
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new AppError(tooLarge ? 'bodyTooLarge' : 'malformedBody', { cause: error });
  }
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
