import fc from 'fast-check';
import { stringify } from 'qs';
import { encodeBody, QUERIES, TRANSPORTS, type Transport } from './transports.js';
import type { KnownValues } from './fuzz-fleet.js';
import { hostileName, hostileValue } from './hostile-values.js';
import { plausibleValue } from './plausible-values.js';
import type { Operation } from './read-operations.js';

export interface FuzzRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Pause between the two halves of the body, in milliseconds. */
  readonly pauseMs: number;
  /** The caller's organisation; null for an anonymous caller. */
  readonly org: number | null;
}

type Fields = Record<string, unknown>;
interface Caller {
  readonly headers: Record<string, string>;
  readonly org: number | null;
}

/** Requests for an operation by callers of the organisation `own`; some contain ids of `other`. */
export function fuzzRequest(
  operation: Operation,
  own: KnownValues,
  other: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: callers(operation, own),
      fields: fieldsOf(operation, own, other),
      transport: fc.constantFrom<Transport>(...TRANSPORTS),
      headers: headersOf(operation),
      query: fc.oneof(
        { weight: 12, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...QUERIES) },
      ),
      pauseMs: fc.oneof(
        { weight: 30, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
      ),
    })
    .map(({ caller, headers, fields, transport, query, pauseMs }) =>
      build(
        operation,
        { ...caller, headers: { ...headers, ...caller.headers } },
        fields,
        transport,
        query,
        pauseMs,
      ),
    );
}

function callers({ isDevice, id }: Operation, own: KnownValues): fc.Arbitrary<Caller> {
  const bearer = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` }, org: own.org });
  const anonymous = (headers: Record<string, string>): Caller => ({ headers, org: null });
  // Revoking a valid token would make all later requests of its owner fail.
  const tokens = id.startsWith('revoke') ? ['gone'] : Object.values(own.tokens);
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(isDevice ? own.deviceKeys : tokens)).map(bearer) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        anonymous({}),
        anonymous({ authorization: 'Bearer ' }),
        anonymous({ authorization: `Bearer ${'x'.repeat(7000)}` }),
        anonymous({ authorization: 'Basic Og==' }),
        anonymous({ cookie: 'airfleet_session=x; airfleet_session.sig=y; =; ;;' }),
      ),
    },
  );
}

const HEADER_VALUES = [
  'x',
  'y',
  '',
  '*',
  '"1"',
  'W/"1", "2"',
  '"',
  'x'.repeat(256),
  'x'.repeat(7000),
] as const;

/** Some of the headers that the operation takes; a few keys are sent with many requests. */
function headersOf({ headers }: Operation): fc.Arbitrary<Record<string, string>> {
  const values = headers.map((name) => [name.toLowerCase(), fc.constantFrom(...HEADER_VALUES)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

function fieldsOf({ parameters }: Operation, own: KnownValues, other: KnownValues): fc.Arbitrary<Fields> {
  const values = Object.entries(parameters).map(([name, schema]) => [
    name,
    fc.oneof(
      { weight: 6, arbitrary: plausibleValue(name, schema, own, other) },
      { weight: 3, arbitrary: hostileValue },
      { weight: 1, arbitrary: withHostileField(name, plausibleValue(name, schema, own, other)) },
    ),
  ]);
  const known = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  });
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 3 }) },
  );
  return fc.tuple(known, extra).map(([fields, more]) => withOwnProperties(fields, more));
}

/** Makes one field of an object, or one more element of a list, hostile. */
function withHostileField(name: string, plausible: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(plausible, hostileValue, fc.nat(60)).map(([value, hostile, place]) => {
    if (typeof value !== 'object' || value === null) return hostile;
    if (Array.isArray(value)) return [...(value as unknown[]), hostile];
    const names = Object.keys(value);
    return withOwnProperties(value as Fields, [[names[place % names.length] ?? name, hostile]]);
  });
}

/** Adds properties; `__proto__` becomes an own property. */
function withOwnProperties(fields: Fields, more: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries([...Object.entries(fields), ...more]);
}

function build(
  { id, method, path, pathParameters }: Operation,
  who: Caller,
  fields: Fields,
  transport: Transport,
  query: string,
  pauseMs: number,
): FuzzRequest {
  const filled = pathParameters.reduce(
    (written, name) => written.replace(`{${name}}`, pathText(fields[name])),
    path,
  );
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !pathParameters.includes(name)));
  const inQuery = method === 'GET' || transport === 'query';
  const search = [inQuery ? formOf(rest) : '', query].filter((part) => part !== '').join('&');
  const { headers, body } = inQuery ? { headers: {}, body: null } : encodeBody(transport, rest, formOf);
  return {
    operation: id,
    method,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: { ...who.headers, ...headers },
    body,
    pauseMs,
    org: who.org,
  };
}

function pathText(value: unknown = 1): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Replaces lone surrogates, which cannot be percent-encoded.
  const sendable = Buffer.from(text.slice(0, 2000)).toString();
  return encodeURIComponent(sendable) || '%20';
}

function formOf(fields: Fields): string {
  return stringify(fields, { arrayFormat: 'brackets' });
}
