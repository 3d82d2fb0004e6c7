import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formatsPlugin from 'ajv-formats';
import { emptyConfig, toConfig } from '../../shared/ucentral/domain/to-config.js';
import type { UcentralConfig } from '../../shared/ucentral/domain/config/ucentral-config.js';
import { driveUcentral } from './ucentral-programs.js';
import { DUAL_BAND, MAPPING_CASES } from './ucentral-cases.js';

const SCHEMA = 'ucentral.schema.json';
/** Formats of that schema, whose validators are part of the devices. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'uc-cidr4': /^(?:auto|(?:\d{1,3}\.){3}\d{1,3})\/\d{1,2}$/,
  'uc-cidr6': /^(?:auto|[0-9a-fA-F:.]+)\/\d{1,3}$/,
  'uc-mac': /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i,
  'uc-mobility': /^[0-9a-f]{4}$/i,
  'uc-host': /^[A-Za-z0-9:][A-Za-z0-9.:-]*$/,
  'uc-ip': /^[0-9a-fA-F:.]+$/,
  'uc-timeout': /^\d+[smhdw]$/,
  'uc-fqdn': /^[A-Za-z0-9.-]+$/,
};
const FORMATS_AS_TEXT = ['uc-base64', 'uc-portrange', 'uc-cidr'];

/**
 * Validates the configurations of all cases, and drives TIP's programs with them.
 * @param path a checkout of wlan-ucentral-schema
 * @param programs where TIP's programs are installed; without it only the schema is asked
 * @returns the exit code
 */
export async function checkUcentral(path: string | undefined, programs?: string): Promise<number> {
  const text = path === undefined ? null : await readFile(join(path, SCHEMA), 'utf8').catch(() => null);
  if (path === undefined || text === null) {
    process.stderr.write(
      `usage: npm run conformance -- ucentral PATH [PROGRAMS], where PATH has ${SCHEMA}\n`,
    );
    return 2;
  }
  const found = findingsOf(JSON.parse(text) as Schema);
  for (const finding of found) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${MAPPING_CASES.length + 1} configurations, ${found.length} findings\n`);
  const driven = programs === undefined ? 0 : await driveUcentral(path, programs);
  return found.length > 0 ? 1 : driven;
}

/** What a schema, all of whose objects are closed, says of the configurations of all cases. */
export function findingsOf(schema: Readonly<Record<string, unknown>>): string[] {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  formatsPlugin.default(ajv);
  for (const [name, form] of Object.entries(FORMATS)) ajv.addFormat(name, form);
  for (const name of FORMATS_AS_TEXT) ajv.addFormat(name, true);
  const validate = ajv.compile(closed(schema));
  const configs: readonly (readonly [string, UcentralConfig])[] = [
    ...MAPPING_CASES.map(({ name, document, capabilities }) => {
      return [name, toConfig(document, capabilities).config] as const;
    }),
    ['no document', emptyConfig('02:00:5E:10:00:06', 'Lobby', DUAL_BAND)],
  ];
  const found = configs.flatMap(([name, config]) => {
    if (validate({ uuid: 1_800_000_000, ...config })) return [];
    return (validate.errors ?? []).map((error) => `${textOf(error)} (${name})`);
  });
  return [...new Map(found.map((line) => [line.replace(/ \(.*$/, ''), line])).values()];
}

function textOf({ instancePath, keyword, message = '', params }: ErrorObject): string {
  const { unevaluatedProperty: key } = params as { unevaluatedProperty?: string };
  const place = instancePath.replaceAll(/\/\d+/g, '[]') || '/';
  return keyword === 'unevaluatedProperties' ? `${place}: unknown key ${key}` : `${place}: ${message}`;
}

type Schema = Readonly<Record<string, unknown>>;

/** The schema with every object closed, so that a misspelt key is found. */
function closed({ $id: _id, $schema: _dialect, ...schema }: Schema): Schema {
  const definitions = isSchema(schema['$defs']) ? schema['$defs'] : {};
  return closeWithin(schema, definitions, true);
}

function closeWithin(schema: Schema, definitions: Schema, isClosed: boolean): Schema {
  const close = (value: unknown, isBranch = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => close(one, isBranch));
    if (!isSchema(value)) return value;
    // Parts of one object would each refuse the keys of the others: the object that they make is closed instead.
    const reference = isBranch && typeof value['$ref'] === 'string' ? value['$ref'] : null;
    const found = reference === null ? value : definitions[reference.replace('#/$defs/', '')];
    return isSchema(found) ? closeWithin(found, definitions, !isBranch) : value;
  };
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    const isPart = key === 'allOf' || (!isClosed && (key === 'oneOf' || key === 'anyOf'));
    made[key] = close(value, isPart);
  }
  const isObject = schema['properties'] !== undefined || schema['allOf'] !== undefined;
  if (isClosed && isObject && schema['additionalProperties'] === undefined)
    made['unevaluatedProperties'] = false;
  return made;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
