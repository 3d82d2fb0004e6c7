import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { compactMac } from '../../shared/platform/values/mac.js';
import type { SpeakingSpec } from './device-frames.js';
import { BRISK } from './place.js';
import { SpeakingDevice } from './speaking-device.js';

/** What the demo writes for this process, beside the certificates. */
export interface SpeakingFleet {
  readonly url: string;
  readonly devices: readonly SpeakingSpec[];
  /** The versions of firmware files by their URLs. */
  readonly files: Readonly<Record<string, string>>;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node dist/dev/ucentral-simulator/main.js FOLDER\n');
  process.exit(2);
}

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const fleet = JSON.parse(await read('devices.json')) as SpeakingFleet;
const memory = join(folder, 'memory.json');
const versions: Record<string, string> = await readFile(memory, 'utf8').then(
  (text) => JSON.parse(text) as Record<string, string>,
  () => ({}),
);
let saving = Promise.resolve();
const place = {
  urls: [fleet.url],
  pace: BRISK,
  versionOf: (url: string) => fleet.files[url] ?? null,
  onVersion(macId: string, version: string): void {
    versions[macId] = version;
    const text = JSON.stringify(versions);
    saving = saving.then(() => writeFile(`${memory}.new`, text)).then(() => rename(`${memory}.new`, memory));
  },
};

const ca = await read('ca.pem');
const devices = await Promise.all(
  fleet.devices.map(async (spec) => {
    const name = compactMac(spec.macId);
    const [cert, key] = await Promise.all([read(`${name}.pem`), read(`${name}-key.pem`)]);
    const identity = createSecureContext({ cert, key, ca });
    const device = new SpeakingDevice(spec, identity, place, versions[spec.macId] ?? spec.firmwareVersion);
    device.start();
    return device;
  }),
);

const stop = (): void => {
  for (const device of devices) device.stop();
  void saving.then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
