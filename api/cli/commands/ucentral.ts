import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromCallersFolder } from '../../../shared/platform/env/env.js';
import { canonicalMac, compactMac } from '../../../shared/platform/values/mac.js';
import {
  issueAuthority,
  issueDeviceCertificate,
  issueServerCertificate,
  type Issued,
  type Validity,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { text, UsageError, type CliCommand, type CliOptions } from '../command.js';

const CA_DAYS = 3650;
const CERTIFICATE_DAYS = 825;
const MAX_DAYS = 36_500;

const where = { folder: { type: 'string' }, days: { type: 'string' } } as const;

export const ucentralCa: CliCommand = {
  name: 'ucentral ca',
  summary:
    'Make an authority for the certificates of devices: ca.pem, and ca-key.pem, which stays with the operator',
  usage: '--folder FOLDER [--name NAME] [--days DAYS]',
  options: { ...where, name: { type: 'string' } },
  async run({ now, print }, options) {
    const name = options['name'] === undefined ? 'airfleet devices' : text(options, 'name');
    const issued = await issueAuthority(name, validity(options, CA_DAYS, now()));
    print(await store(folder(options), 'ca', issued));
    return 0;
  },
};

export const ucentralCertificate: CliCommand = {
  name: 'ucentral certificate',
  summary:
    'Make the certificate of a device by its MAC, or with --host that of the gateway, with the authority in the folder',
  usage: 'MAC --folder FOLDER [--days DAYS], or --host HOST --folder FOLDER',
  options: { ...where, mac: { type: 'string' }, host: { type: 'string' } },
  positional: 'mac',
  async run({ now, print }, options) {
    const to = folder(options);
    const authority = await readAuthority(to);
    const lasting = validity(options, CERTIFICATE_DAYS, now());
    if (options['host'] !== undefined) {
      const host = text(options, 'host');
      print(await store(to, 'gateway', await issueServerCertificate(authority, host, lasting)));
      return 0;
    }
    const mac = canonicalMac(text(options, 'mac'));
    if (mac === null) throw new UsageError('--mac must be a MAC');
    print(await store(to, compactMac(mac), await issueDeviceCertificate(authority, mac, lasting)));
    return 0;
  },
};

function folder(options: CliOptions): string {
  return fromCallersFolder(text(options, 'folder'));
}

function validity(options: CliOptions, standard: number, from: Date): Validity {
  const days = options['days'] === undefined ? standard : Number(text(options, 'days'));
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new UsageError(`--days must be a whole number from 1 to ${MAX_DAYS}`);
  return { from, days };
}

async function readAuthority(from: string): Promise<Issued> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(from, 'ca.pem'), 'utf8'),
      readFile(join(from, 'ca-key.pem'), 'utf8'),
    ]);
    return { certificate, key };
  } catch (error) {
    throw new UsageError(
      `--folder has no authority: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Never replaces a file, and only the user can read the key. */
async function store(to: string, name: string, { certificate, key }: Issued): Promise<string> {
  await mkdir(to, { recursive: true });
  const paths = [join(to, `${name}-key.pem`), join(to, `${name}.pem`)] as const;
  try {
    await writeFile(paths[0], key, { mode: 0o600, flag: 'wx' });
    await writeFile(paths[1], certificate, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  return `${paths[1]}\n${paths[0]}`;
}
