import type Joi from 'joi';
import {
  fileSize,
  firmwareUrl,
  partNumber as partText,
  sha256,
  signature,
} from '../../../shared/firmware/domain/firmware-file.js';
import { versionText } from '../../../shared/platform/values/texts.js';
import { putRelease } from '../../../shared/rollouts/operations/used-releases.js';
import type { FirmwareUrl } from '../../../shared/firmware/models/firmware-release.js';
import {
  fitting,
  id,
  text,
  UsageError,
  type CliCommand,
  type CliContext,
  type CliOptions,
} from '../command.js';

export const firmwarePublish: CliCommand = {
  name: 'firmware publish',
  summary: 'Publish a firmware version with its urls; only those who may see unreleased firmware see it',
  usage:
    '--version VERSION --url PART=URL … [--sha256 PART=HEX …] [--size PART=BYTES …] [--signature PART=TEXT …]' +
    ' [--organisation ID] [--released]',
  options: {
    version: { type: 'string' },
    url: { type: 'string', multiple: true },
    sha256: { type: 'string', multiple: true },
    size: { type: 'string', multiple: true },
    signature: { type: 'string', multiple: true },
    organisation: { type: 'string' },
    released: { type: 'boolean' },
  },
  async run({ stores, now, print }, options) {
    const version = fitting('version', versionText, text(options, 'version'));
    const isReleased = options['released'] === true;
    const organisationId = organisation(options);
    if (organisationId !== null && !(await stores.admin.organisationExists(organisationId)))
      throw new UsageError(`There is no organisation ${organisationId}`);
    const release = { version, urls: await files(stores, options), organisationId, isReleased };
    const done = await putRelease({ stores, now }, release);
    print(`Firmware ${version} ${done}${isReleased ? ' and released' : ', not released'}`);
    return 0;
  },
};

export const firmwareRelease: CliCommand = {
  name: 'firmware release',
  summary: 'Release a published firmware version to all users who may use it',
  usage: '--version VERSION [--organisation ID]',
  options: { version: { type: 'string' }, organisation: { type: 'string' } },
  async run({ stores, print }, options) {
    const version = text(options, 'version');
    if (!(await stores.firmwareAdmin.release(organisation(options), version)))
      throw new UsageError(`There is no firmware ${version}`);
    print(`Firmware ${version} released`);
    return 0;
  },
};

function organisation(options: CliOptions): number | null {
  return options['organisation'] === undefined ? null : id(options, 'organisation');
}

const FIELDS = {
  url: firmwareUrl,
  sha256: sha256.lowercase(),
  size: fileSize,
  signature,
} as const satisfies Record<string, Joi.Schema>;

/** The file for each hardware part, with its hash, size and signature. */
async function files({ parts }: CliContext['stores'], options: CliOptions): Promise<FirmwareUrl[]> {
  const named = Object.keys(FIELDS).flatMap((name) => entriesOf(options, name).flatMap(partsIn));
  const known = await parts.byNumbers(named.filter((part) => !partText.validate(part).error));
  const urls = byPart<string>(options, 'url', known);
  if (urls.size === 0) throw new UsageError('--url PART=URL is required');
  const details = {
    sha256: byPart<string>(options, 'sha256', known, urls),
    size: byPart<number>(options, 'size', known, urls),
    signature: byPart<string>(options, 'signature', known, urls),
  };
  for (const [name, values] of Object.entries(details)) {
    for (const part of values.keys()) {
      if (!urls.has(part)) throw new UsageError(`--${name} ${part}: there is no --url ${part}=…`);
    }
  }
  return [...urls].map(([partNumber, url]) => ({
    partNumber,
    url,
    ...field('sha256', details.sha256.get(partNumber)),
    ...field('size', details.size.get(partNumber)),
    ...field('signature', details.signature.get(partNumber)),
  }));
}

function field<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}

/** The values of a repeated option. */
function entriesOf(options: CliOptions, name: string): string[] {
  const given = options[name];
  return Array.isArray(given) ? given.map(String) : [];
}

/** The parts that an entry `PART=VALUE` may mean, the longest first: both may contain `=`. */
function partsIn(entry: string): string[] {
  const parts: string[] = [];
  for (let end = entry.lastIndexOf('='); end > 0; end = entry.lastIndexOf('=', end - 1))
    parts.push(entry.slice(0, end));
  return parts;
}

/**
 * The values of a repeated option `PART=VALUE`. Of the known parts that begin an entry, the longest with a value that fits.
 * @param preferred parts that are looked for before the others
 */
function byPart<Value extends string | number>(
  options: CliOptions,
  name: keyof typeof FIELDS,
  known: ReadonlyMap<string, unknown>,
  preferred: ReadonlyMap<string, unknown> = known,
): Map<string, Value> {
  const values = new Map<string, Value>();
  const schema = FIELDS[name] as Joi.Schema<Value>;
  for (const entry of entriesOf(options, name)) {
    const parts = partsIn(entry);
    const shortest = parts.at(-1);
    if (shortest === undefined) throw new UsageError(`--${name} must look like PART=VALUE, not ${entry}`);
    const meant = [preferred, known].flatMap((those) => parts.filter((part) => those.has(part)));
    const valueOf = (part: string) => entry.slice(part.length + 1);
    const part = meant.find((one) => !schema.validate(valueOf(one)).error) ?? meant.at(-1);
    if (part === undefined)
      throw new UsageError(`--${name} ${shortest}: there is no hardware part ${shortest}`);
    if (values.has(part)) throw new UsageError(`--${name} has ${part} twice`);
    values.set(part, fitting(`${name} ${part}:`, schema, valueOf(part)));
  }
  return values;
}
