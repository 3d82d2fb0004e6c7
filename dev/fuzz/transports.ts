/** Encodings of the parameters. Well-formed ones occur more often than all malformed ones together. */
const WELL_FORMED = ['json', 'json', 'json', 'json', 'form', 'form', 'query', 'query'] as const;
const MALFORMED = [
  'cut off',
  'not JSON',
  'a list',
  'duplicate name',
  'deep',
  'UTF-16',
  'latin1',
  'broken UTF-8',
  'byte order mark',
  'invalid gzip',
  'unknown charset',
  'form labelled JSON',
  'JSON labelled form',
  'no type',
  'multipart',
  'two megabytes',
] as const;

export type Transport = (typeof WELL_FORMED)[number] | (typeof MALFORMED)[number];
export const TRANSPORTS: readonly Transport[] = [
  ...WELL_FORMED,
  ...WELL_FORMED,
  ...WELL_FORMED,
  ...MALFORMED,
];

/** Hostile query strings, sent unchanged. */
export const QUERIES: readonly string[] = [
  'search[$ne]=1',
  'access_token[$ne]=1',
  'access_token[]=1&access_token[]=2',
  `a${'[b]'.repeat(1000)}=1`,
  `columns[5000][data]=x&order[0][column]=5000`,
  'a[__proto__][polluted]=1&__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  '&'.repeat(5000),
  '%',
  '%zz=%c3%28',
  '=&=&[]=&[x]=',
  Array.from({ length: 900 }, (_, index) => `x[]=${index}`).join('&'),
  'per_page=1&per_page=2&per_page=3',
  'mac_id[0]=a&mac_id[length]=1000000000',
];

type Fields = Record<string, unknown>;
interface EncodedBody {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The body of a request, with its headers; in some transports they contradict the body. */
export function encodeBody(
  transport: Transport,
  fields: Fields,
  formOf: (fields: Fields) => string,
): EncodedBody {
  const json = JSON.stringify(fields);
  const as = (
    type: string | null,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): EncodedBody => ({
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
  switch (transport) {
    case 'json':
    case 'query':
      return as(JSON_TYPE, json);
    case 'form':
      return as(FORM_TYPE, formOf(fields));
    case 'cut off':
      return as(JSON_TYPE, json.slice(0, -1 - (json.length % 7)));
    case 'not JSON':
      return as(JSON_TYPE, `{'a': undefined, NaN, ${json.slice(1)}`);
    case 'a list':
      return as(JSON_TYPE, `[${json},${json}]`);
    case 'duplicate name':
      return as(JSON_TYPE, `${json.slice(0, -1)}${json === '{}' ? '' : ','}"id":1,"id":{"$ne":2}}`);
    case 'deep':
      return as(JSON_TYPE, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    case 'UTF-16':
      return as(`${JSON_TYPE}; charset=utf-16`, Buffer.from(json, 'utf16le'));
    case 'latin1':
      return as(`${JSON_TYPE}; charset=iso-8859-1`, Buffer.from(json, 'latin1'));
    case 'broken UTF-8':
      return as(
        JSON_TYPE,
        Buffer.concat([
          Buffer.from('{"search":"'),
          Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]),
          Buffer.from('"}'),
        ]),
      );
    case 'byte order mark':
      return as(JSON_TYPE, `\ufeff${json}`);
    case 'invalid gzip':
      return as(JSON_TYPE, json, { 'content-encoding': 'gzip' });
    case 'unknown charset':
      return as(`${JSON_TYPE}; charset="\\"x-no-such"`, json);
    case 'form labelled JSON':
      return as(JSON_TYPE, formOf(fields));
    case 'JSON labelled form':
      return as(FORM_TYPE, json);
    case 'no type':
      return as(null, json);
    case 'multipart':
      return as(
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--`,
      );
    case 'two megabytes':
      return as(JSON_TYPE, JSON.stringify({ search: 'x'.repeat(2 * 1024 * 1024) }));
  }
}
