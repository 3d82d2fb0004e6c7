import { sha256, signature } from '../../../shared/import/domain/fields.js';
import type { FirmwareUrl } from '../../../shared/upgrades/models/firmware-release.js';
import { id, text, UsageError, type CliCommand, type CliOptions } from '../command.js';

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
  async run({ stores, print }, options) {
    const version = text(options, 'version');
    const isReleased = options['released'] === true;
    const release = {
      version,
      urls: files(options),
      organisationId: organisation(options),
      isReleased,
    };
    const done = await stores.upgradeAdmin.putRelease(release);
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
    if (!(await stores.upgradeAdmin.release(organisation(options), version)))
      throw new UsageError(`There is no firmware ${version}`);
    print(`Firmware ${version} released`);
    return 0;
  },
};

function organisation(options: CliOptions): number | null {
  return options['organisation'] === undefined ? null : id(options, 'organisation');
}

/** The file for each hardware part, with its hash, size and signature. */
function files(options: CliOptions): FirmwareUrl[] {
  const urls = byPart(options, 'url', 'https://…', (value) =>
    /^https?:\/\/\S+$/.test(value) ? value : null,
  );
  if (urls.size === 0) throw new UsageError('--url PART=URL is required');
  const hashes = byPart(options, 'sha256', '64 hexadecimal digits', (value) => {
    const hash = value.toLowerCase();
    return sha256.validate(hash).error ? null : hash;
  });
  const sizes = byPart(options, 'size', 'BYTES', (value) =>
    /^[1-9]\d{0,12}$/.test(value) ? Number(value) : null,
  );
  const signatures = byPart(options, 'signature', 'printable ASCII', (value) =>
    signature.validate(value).error ? null : value,
  );
  for (const [name, values] of Object.entries({ sha256: hashes, size: sizes, signature: signatures })) {
    for (const partNumber of values.keys()) {
      if (!urls.has(partNumber))
        throw new UsageError(`--${name} ${partNumber}: there is no --url ${partNumber}=…`);
    }
  }
  return [...urls].map(([partNumber, url]) => ({
    partNumber,
    url,
    ...field('sha256', hashes.get(partNumber)),
    ...field('size', sizes.get(partNumber)),
    ...field('signature', signatures.get(partNumber)),
  }));
}

function field<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}

/** The values of a repeated option `PART=VALUE`. @param read null when the value is malformed */
function byPart<Value>(
  options: CliOptions,
  name: string,
  form: string,
  read: (value: string) => Value | null,
): Map<string, Value> {
  const given = options[name];
  const values = new Map<string, Value>();
  for (const entry of Array.isArray(given) ? given : []) {
    const [, partNumber, text = ''] = /^([^=]+)=(.*)$/.exec(String(entry)) ?? [];
    const value = partNumber === undefined ? null : read(text);
    if (partNumber === undefined || value === null)
      throw new UsageError(`--${name} must look like PART=${form}, not ${entry}`);
    if (values.has(partNumber)) throw new UsageError(`--${name} has ${partNumber} twice`);
    values.set(partNumber, value);
  }
  return values;
}
