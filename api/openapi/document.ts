import type { Endpoint, Family, Method, TakenHeader } from '../http/endpoint.js';
import { Components, nameOf } from './components.js';
import { inputSchema, propertiesOf, type JsonSchema } from './json-schema.js';
import { REFUSAL_SCHEMAS } from './refusals.js';
import { responses } from './responses.js';
import { INPUT_NAMES, SCHEMA_NAMES } from './schema-names.js';

const TAGS: Readonly<Record<Family, { name: string; description: string }>> = {
  v1: { name: 'Inventory and SSIDs', description: 'Devices, provisioning, uplinks, status and SSIDs' },
  upgrades: { name: 'Upgrades', description: 'Scheduled firmware upgrades' },
  table: { name: 'Upgrades', description: 'Scheduled firmware upgrades' },
  device: { name: 'Devices', description: 'What access points and switches say' },
  openwisp: {
    name: 'OpenWISP',
    description: 'What devices with openwisp-config say, in the protocol of OpenWISP',
  },
};

const DESCRIPTION = `Every parameter of a /v1 operation may come in the query or in the body; bodies are JSON or
form-encoded, with nested names such as \`network_ssid[ssid_name]\` in query and form alike. JSON is answered when the
path ends in \`.json\` or Accept takes it.`;

/** The API document (OpenAPI 3.1), generated from the schemas of the endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const components = new Components({ ...REFUSAL_SCHEMAS, ...SCHEMA_NAMES }, INPUT_NAMES);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    for (const [index, [method, path]] of endpoint.routes.entries()) {
      for (const written of writtenPaths(path)) {
        const operations = (paths[written] ??= {});
        operations[method.toLowerCase()] = operation(endpoint, method, { written, index, components });
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'airfleet',
      version,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-airfleet' },
    },
    servers: [{ url: '/' }],
    tags: [...new Map(Object.values(TAGS).map((tag) => [tag.name, tag])).values()].filter(({ name }) =>
      endpoints.some((endpoint) => TAGS[endpoint.family].name === name),
    ),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The user access token' },
        parameter: {
          type: 'apiKey',
          in: 'query',
          name: 'access_token',
          description: 'The same, as a parameter',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'airfleet_session',
          description: 'A browser’s session; over https its name is __Host-airfleet_session',
        },
        deviceKey: { type: 'http', scheme: 'bearer', description: 'The key of the device' },
      },
    },
  };
}

/** Expands `/upgrades/:id{.json}` into two paths, with and without the suffix. */
function writtenPaths(path: string): string[] {
  const named = path.replaceAll(/:(\w+)/g, '{$1}');
  return named.endsWith('{.json}') ? [named.slice(0, -7), `${named.slice(0, -7)}.json`] : [named];
}

/** How an operation is written: its path, the number of its route, and the schemas that it references. */
interface DocumentedRoute {
  readonly written: string;
  readonly index: number;
  readonly components: Components;
}

function operation(
  endpoint: Endpoint,
  method: Method,
  { written: path, index, components }: DocumentedRoute,
): JsonSchema {
  const input = endpoint.documented ?? endpoint.input;
  const properties = propertiesOf(inputSchema(input)).filter(({ name }) => name !== 'access_token');
  const inPath = properties.filter(({ name }) => path.includes(`{${name}}`));
  const others = properties.filter(({ name }) => !path.includes(`{${name}}`));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const suffix = path.endsWith('.json') ? '_json' : '';
  const alternative = index === 0 ? '' : `_${index + 1}`;
  return {
    operationId: `${endpoint.operation.replaceAll(' ', '_')}${alternative}${suffix}`,
    summary: endpoint.summary,
    tags: [TAGS[endpoint.family].name],
    security: security(endpoint),
    parameters: [
      ...inPath.map(({ name, schema }) => ({ name, in: 'path', required: true, schema })),
      ...(hasBody ? [] : others.map(queryParameter)),
      ...(endpoint.headers ?? []).map(headerParameter),
    ],
    ...(hasBody && others.length > 0
      ? { requestBody: requestBody(others, nameOf(endpoint.operation, 'Request'), components) }
      : {}),
    responses: responses(endpoint, { method, written: path, components }),
  };
}

function security({ access }: Endpoint): JsonSchema[] {
  if (access === 'public') return [];
  return access === 'device' ? [{ deviceKey: [] }] : [{ bearer: [] }, { parameter: [] }, { session: [] }];
}

type Property = ReturnType<typeof propertiesOf>[number];

function queryParameter({ name, schema, required }: Property): JsonSchema {
  const nested = schema['type'] === 'object' || schema['type'] === 'array';
  const { description, ...rest } = schema;
  return {
    name,
    in: 'query',
    required,
    ...(description === undefined ? {} : { description }),
    ...(nested ? { style: 'deepObject', explode: true } : {}),
    schema: rest,
  };
}

const HEADERS: Readonly<Record<TakenHeader, string>> = {
  'Idempotency-Key': 'Repetitions of the request with the same key change nothing and get the same answer',
  'If-Match': 'The ETag of the last answer; another revision is refused',
  'If-None-Match': 'The ETag of the last answer; 304 when nothing has changed',
};

function headerParameter(name: TakenHeader): JsonSchema {
  const schema = { type: 'string', ...(name === 'Idempotency-Key' ? { minLength: 1, maxLength: 255 } : {}) };
  return { name, in: 'header', required: false, description: HEADERS[name], schema };
}

function requestBody(properties: readonly Property[], name: string, components: Components): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const schema = components.add(name, {
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property.name, property.schema])),
    ...(required.length > 0 ? { required } : {}),
  });
  return {
    required: required.length > 0,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
}
