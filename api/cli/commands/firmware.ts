import type { FirmwareUrl } from '../../../shared/models/firmware-release.js';
import { id, text, UsageError, type CliCommand, type CliOptions } from '../command.js';

export const firmwarePublish: CliCommand = {
  name: 'firmware publish',
  summary: 'Publish a firmware version with its urls; only those who may see unreleased firmware see it',
  usage: '--version VERSION --url PART=URL [--url PART=URL …] [--organisation ID] [--released]',
  options: {
    version: { type: 'string' },
    url: { type: 'string', multiple: true },
    organisation: { type: 'string' },
    released: { type: 'boolean' },
  },
  async run({ stores, print }, options) {
    const version = text(options, 'version');
    const isReleased = options['released'] === true;
    const release = {
      version,
      urls: urls(options['url']),
      organisationId: organisation(options),
      isReleased,
    };
    const done = await stores.admin.putRelease(release);
    print(`Firmware ${version} ${done}${isReleased ? ' and released' : ', not released'}`);
    return 0;
  },
};

export const firmwareRelease: CliCommand = {
  name: 'firmware release',
  summary: 'Release a published firmware version to everybody who may use it',
  usage: '--version VERSION [--organisation ID]',
  options: { version: { type: 'string' }, organisation: { type: 'string' } },
  async run({ stores, print }, options) {
    const version = text(options, 'version');
    if (!(await stores.admin.release(organisation(options), version)))
      throw new UsageError(`There is no firmware ${version}`);
    print(`Firmware ${version} released`);
    return 0;
  },
};

function organisation(options: CliOptions): number | null {
  return options['organisation'] === undefined ? null : id(options, 'organisation');
}

function urls(given: CliOptions[string]): FirmwareUrl[] {
  const entries = Array.isArray(given) ? given : [];
  if (entries.length === 0) throw new UsageError('--url PART=URL is required');
  return entries.map((entry) => {
    const [, partNumber, url] = /^([^=]+)=(https?:\/\/\S+)$/.exec(String(entry)) ?? [];
    if (partNumber === undefined || url === undefined)
      throw new UsageError(`--url must look like PART=https://…, not ${entry}`);
    return { partNumber, url };
  });
}
