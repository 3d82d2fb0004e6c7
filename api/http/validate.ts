import Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { faultsOf } from '../../shared/platform/errors/faults.js';
import type { Endpoint } from './endpoint.js';
import type { RawParameters } from './parameters.js';

/** Custom rules provide their own text. A template is compiled once; a string, at each validation. */
const MESSAGES = { 'any.custom': Joi.expression('{#label} {#error.message}') as string };
/** Above the 20,000 parameters of a form, and far above what any operation takes. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 10;

/** The maximum length of each list of a schema, by path. */
const maxLengths = new WeakMap<Joi.Schema, ReadonlyMap<string, number>>();

/** The input schema of each endpoint with its preferences. Joi merges those that a validation names each time. */
const schemas = new WeakMap<object, Joi.ObjectSchema>();

type Validated<Input> = Pick<Endpoint<Input>, 'access' | 'input' | 'documented' | 'invalid' | 'takesCaller'>;

/**
 * Validates and converts the parameters; unknown parameters are dropped. The first fault of a device's request ends its
 * validation.
 * @throws AppError invalidParameters with one message per faulty field, or the endpoint's own refusal with its faults
 */
export function validate<Input>(endpoint: Validated<Input>, raw: RawParameters, isSignedIn = false): Input {
  const { input, documented, invalid, takesCaller } = endpoint;
  refuseOversized(documented ?? input, raw, invalid);
  const schema = schemaOf(endpoint);
  const checked = takesCaller ? schema.validate(raw, { context: { isSignedIn } }) : schema.validate(raw);
  if (!checked.error) return checked.value as Input;
  if (invalid) throw new AppError(invalid, { details: { errors: faultsOf(checked.error) } });
  const messages = [...new Set(checked.error.details.map((detail) => detail.message))].slice(0, 20);
  throw new AppError('invalidParameters', {
    text: messages.join(', '),
    details: { fields: checked.error.details.map((detail) => detail.path.join('.')).slice(0, 20) },
  });
}

function schemaOf<Input>(endpoint: Validated<Input>): Joi.ObjectSchema {
  const known = schemas.get(endpoint);
  if (known) return known;
  const schema = endpoint.input.prefs({
    abortEarly: endpoint.access === 'device',
    stripUnknown: { objects: true },
    convert: true,
    errors: { wrap: { label: false }, ...(endpoint.invalid ? { label: false } : {}) },
    messages: MESSAGES,
  });
  schemas.set(endpoint, schema);
  return schema;
}

/** The parameters that are valid by themselves; faulty ones are missing. */
export function validParts<Input>(
  { input }: Pick<Endpoint<Input>, 'input'>,
  raw: RawParameters,
): Partial<Input> {
  const parts: Record<string, unknown> = {};
  for (const name of Object.keys((input.describe() as Description).keys ?? {})) {
    const checked = input.extract(name).validate(raw[name], { stripUnknown: { objects: true } });
    if (!checked.error && checked.value !== undefined) parts[name] = checked.value as unknown;
  }
  return parts as Partial<Input>;
}

/**
 * Refuses input that is too deep, has too many values or exceeds a list's maximum length, in one iterative walk. Joi
 * itself validates every item of a list before it checks the length.
 * @throws AppError invalidParameters for a list, bodyTooLarge for depth and number of values
 */
function refuseOversized(schema: Joi.Schema, input: unknown, invalid: Endpoint['invalid']): void {
  const lists = maxLengthsOf(schema);
  const left = [{ value: input, path: '', depth: 0 }];
  let values = 0;
  for (let at = left.pop(); at; at = left.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const entries: [string, unknown][] | unknown[] = isList ? value : Object.entries(value);
    const max = lists.get(path);
    if (isList && max !== undefined && entries.length > max) throw tooLong(path, max, invalid);
    values += entries.length;
    if (values > MAX_VALUES) throw tooLarge(`at most ${MAX_VALUES} values`);
    if (depth === MAX_DEPTH) throw tooLarge(`at most ${MAX_DEPTH} levels`);
    for (const entry of entries) {
      const [name, inner] = isList ? ['', entry] : (entry as [string, unknown]);
      left.push({ value: inner, path: isList ? path : join(path, name), depth: depth + 1 });
    }
  }
}

interface Description {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Description>>;
  readonly rules?: readonly { readonly name: string; readonly args?: { readonly limit?: unknown } }[];
  readonly items?: readonly Description[];
  readonly matches?: readonly { readonly schema?: Description }[];
}

function maxLengthsOf(schema: Joi.Schema): ReadonlyMap<string, number> {
  const lengths = maxLengths.get(schema) ?? new Map(describeLists(schema.describe(), ''));
  maxLengths.set(schema, lengths);
  return lengths;
}

function* describeLists(
  { type, keys = {}, rules = [], items = [], matches = [] }: Description,
  path: string,
): Generator<[string, number]> {
  const max = rules.find(({ name }) => name === 'max')?.args?.limit;
  if (type === 'array' && typeof max === 'number') yield [path, max];
  for (const [name, key] of Object.entries(keys)) yield* describeLists(key, join(path, name));
  for (const item of items) yield* describeLists(item, path);
  for (const match of matches) if (match.schema) yield* describeLists(match.schema, path);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function tooLong(path: string, max: number, invalid: Endpoint['invalid']): AppError {
  if (!invalid) return new AppError('invalidParameters', { text: `${path}: at most ${max} entries` });
  const fault = { path, msg: `must have at most ${max} entries` };
  return new AppError(invalid, { details: { errors: [fault] } });
}

function tooLarge(text: string): AppError {
  return new AppError('bodyTooLarge', { text });
}
