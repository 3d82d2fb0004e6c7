import fc from 'fast-check';

const macs = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `02:00:00:${pairs(index)}`);

function pairs(index: number): string {
  return (index.toString(16).padStart(6, '0').match(/../g) ?? []).join(':');
}

function nested(depth: number, list: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
}

/** JSON.parse, unlike a literal, creates `__proto__` as an own property. */
const parsed = (json: string): unknown => JSON.parse(json) as unknown;

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53 + 2, 2 ** 63, 1e21, 1e308, -1e308, 5e-324];

const OPERATORS = [
  { $ne: null },
  { $gt: '' },
  { $in: [1, 2, 3] },
  { $where: 'sleep(5000) || true' },
  { $regex: '^(a+)+$', $options: 'i' },
  { $expr: { $function: { body: 'while(true){}', args: [], lang: 'js' } } },
  [{ $ne: 1 }],
  { value: { $ne: 1 } },
  { $oid: '507f1f77bcf86cd799439011' },
];

const PROTOTYPES = [
  parsed('{"__proto__": {"role": "super_admin"}}'),
  parsed('{"constructor": {"prototype": {"polluted": true}}}'),
  { toString: 1, valueOf: null },
  { toJSON: 'x', then: 'y' },
  { hasOwnProperty: 1, length: 1e9 },
  { length: 3, 0: 'a', 1: 'b', 2: 'c' },
];

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00\ud800',
  '\u202e\ufeff\u200b',
  '👩‍👩‍👧‍👦'.repeat(50),
  '%00',
  '%zz',
  '../../../../etc/passwd',
  "'; drop table devices; --",
  '${7*7}{{7*7}}',
  '<img src=x onerror=alert(1)>',
  'NaN',
  'Infinity',
  '1e400',
  '0x10',
  '٣',
  '-1',
  '9'.repeat(400),
  'true',
  'null',
  '[object Object]',
  '__proto__',
  'constructor',
  '$where',
  'up',
  'down',
  ',,,,,',
  '*',
  'İ'.repeat(300),
  'ﬃ'.repeat(300),
];

const BOMBS = [
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '('.repeat(2000),
  '[[:alpha:]'.repeat(500),
  '.*'.repeat(3000),
  `${'a'.repeat(30_000)}!`,
  'a '.repeat(20_000),
  '\\'.repeat(5000),
  ','.repeat(200_000),
];

const CURSORS = [
  '[',
  '{}',
  '[1]',
  '["a",1]',
  '[null,null]',
  '["a",9e99]',
  '[[],{}]',
  '["\\u0000",1,"x"]',
  '""',
];

const TIMES = [
  '9999-99-99 99:99',
  '2026-02-30 12:00',
  '-271821-04-20T00:00',
  '+275760-09-13T00:00:00Z',
  '2026-03-29T02:30:00+99:99',
  'Mars/Olympus',
  '../../etc/localtime',
  'UTC+99:99',
  'Etc/GMT-14',
];

const MANY = [
  macs(10_000).join(','),
  macs(10_001),
  macs(10_000),
  Array.from({ length: 10_001 }, (_, index) => index),
  Array.from({ length: 10_000 }, (_, index) => `AP:${index + 1}`),
  Array.from({ length: 3000 }, () => null),
];

/** Values that commonly break services: wrong types, query operators, prototype keys, malformed text, huge lists. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [[]], [null]) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...OPERATORS) },
  { weight: 3, arbitrary: fc.constantFrom(...PROTOTYPES) },
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...BOMBS) },
  { weight: 2, arbitrary: fc.constantFrom(...CURSORS) },
  { weight: 2, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...MANY) },
  { weight: 1, arbitrary: fc.constantFrom(nested(1000, true), nested(1000, false), nested(60, false)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: fc.jsonValue() },
);

/** Names of unknown parameters. */
export const hostileName: fc.Arbitrary<string> = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '$where',
  '$ne',
  'a.b.c',
  '',
  '0',
  'organisation_id',
  'organisationId',
  'role',
  '\u0000',
  '\ud800',
);
