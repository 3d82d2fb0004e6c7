import mongoose from 'mongoose';
import type { Entities } from './entities.js';
import type { Document } from './test-file.js';

const { BSON } = mongoose.mongo;

// oxfmt-ignore
const TYPE_NAMES: Readonly<Record<string, string>> = {
  Long: 'long', Int32: 'int', Double: 'double', ObjectId: 'objectId', Binary: 'binData',
  Timestamp: 'timestamp', Decimal128: 'decimal', string: 'string', boolean: 'bool', Date: 'date',
};

/** The driver adds this field to each commit and abort with a write concern. */
const DRIVERS_OWN = 'command.writeConcern.wtimeout';

function isPlain(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !('_bsontype' in value) && !(value instanceof Date);
}

function bsonType(value: unknown): string {
  return (value as { _bsontype?: string } | undefined)?._bsontype ?? typeof value;
}

function typeOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return ['int', 'long', 'double'];
  if (isPlain(value)) return ['object'];
  const name = value instanceof Date ? 'Date' : bsonType(value);
  return [TYPE_NAMES[name] ?? name];
}

function scalar(value: unknown): string {
  const number = value instanceof BSON.Long || value instanceof BSON.Int32 || value instanceof BSON.Double;
  return BSON.EJSON.stringify([number ? Number(value) : value], { relaxed: true });
}

function special(expected: Document): [string, unknown] | undefined {
  const [first, ...rest] = Object.entries(expected);
  return first?.[0].startsWith('$$') === true && rest.length === 0 ? first : undefined;
}

/** Compares an actual value with an expected one by the rules of the format. Returns the first mismatch. */
export function mismatch(
  expected: unknown,
  actual: unknown,
  entities: Entities,
  path = '',
  root = true,
): string | undefined {
  // The driver uses maps for sorts and index keys, to keep their order.
  if (actual instanceof Map) actual = Object.fromEntries(actual);
  const differs = (): string => `${path || 'value'}: expected ${show(expected)}, got ${show(actual)}`;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs();
    for (const [index, one] of expected.entries()) {
      // Each document of a result is a root document.
      const found = mismatch(one, actual[index], entities, `${path}[${index}]`, root);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isPlain(expected)) return scalar(expected) === scalar(actual) ? undefined : differs();
  const operator = special(expected);
  if (operator) return mismatchSpecial(operator, actual, entities, path, differs);
  if (!isPlain(actual) || Array.isArray(actual)) return differs();
  for (const [key, value] of Object.entries(expected)) {
    const found = mismatch(value, actual[key], entities, path ? `${path}.${key}` : key, false);
    if (found !== undefined) return found;
  }
  const isExtra = (key: string): boolean =>
    !(key in expected) && actual[key] !== undefined && `${path}.${key}` !== DRIVERS_OWN;
  const extra = root ? undefined : Object.keys(actual).find(isExtra);
  return extra === undefined ? undefined : `${path}.${extra}: not expected`;
}

function mismatchSpecial(
  [name, value]: [string, unknown],
  actual: unknown,
  entities: Entities,
  path: string,
  differs: () => string,
): string | undefined {
  switch (name) {
    case '$$exists':
      return (actual !== undefined) === value ? undefined : differs();
    case '$$unsetOrMatches':
      return actual === undefined ? undefined : mismatch(value, actual, entities, path, true);
    case '$$type':
      return [value].flat().some((one) => typeOf(actual).includes(String(one))) ? undefined : differs();
    case '$$sessionLsid':
      return mismatch(entities.session(String(value)).id, actual, entities, path, false);
    case '$$matchesEntity':
      return mismatch(entities.get(String(value)), actual, entities, path, false);
    case '$$lte':
      return Number(actual) <= Number(value) ? undefined : differs();
    default:
      return `${path}: the runner does not know ${name}`;
  }
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : BSON.EJSON.stringify(value).slice(0, 200);
}
