import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { SpeakingDevice } from '../../dev/ucentral-simulator/speaking-device.js';
import type { SpeakingFleet } from './speaking-fleet.js';

/** What the benchmark asks of this process; each is answered by a report. */
export type Request =
  /** Starts the devices from the first one on that has not started, evenly over a time. */
  | { readonly ask: 'start'; readonly count: number; readonly overMs: number }
  /** Ends the connections of all devices at once; they connect again by themselves. */
  | { readonly ask: 'cut' }
  | { readonly ask: 'report' };

export interface Report {
  /** How many devices are connected. */
  readonly open: number;
  /** How many commands to upgrade each device that had any has got. */
  readonly upgrades: Readonly<Record<string, number>>;
}

const [file] = process.argv.slice(2);
if (file === undefined || !process.send) {
  process.stderr.write('This process is started by npm run bench -- ucentral\n');
  process.exit(2);
}

const fleet = JSON.parse(await readFile(file, 'utf8')) as SpeakingFleet;
const upgrades: Record<string, number> = {};
const place = {
  urls: fleet.urls,
  pace: fleet.pace,
  versionOf: (url: string) => fleet.files[url] ?? null,
  onVersion: () => undefined,
  onUpgrade(macId: string): void {
    upgrades[macId] = (upgrades[macId] ?? 0) + 1;
  },
};
const devices = fleet.devices.map(({ spec, identity: { certificate: cert, key } }) => {
  const identity = createSecureContext({ cert, key, ca: fleet.authority });
  return new SpeakingDevice(spec, identity, place, spec.firmwareVersion);
});
let started = 0;

function report(): void {
  const open = devices.filter(({ isOpen }) => isOpen).length;
  process.send?.({ open, upgrades } satisfies Report);
}

process.on('message', (request: Request) => {
  if (request.ask === 'start') {
    const starting = devices.slice(started, started + request.count);
    started += starting.length;
    for (const [index, device] of starting.entries())
      setTimeout(
        () => {
          device.start();
        },
        (request.overMs * index) / request.count,
      );
  } else if (request.ask === 'cut') for (const device of devices) device.cut();
  report();
});
// The benchmark has ended.
process.on('disconnect', () => process.exit(0));
report();
