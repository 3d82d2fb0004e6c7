import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { DeviceState } from './device-state.js';
import { readFleet, readSpecs } from './read-devices.js';
import { simulate } from './simulate.js';

const USAGE = `usage: node dist/dev/simulator/main.js --fleet FILE | --devices FILE [options]

  --fleet FILE         a fleet file; simulates the devices whose keys it contains, all with normal behaviour
  --devices FILE       a list of devices with their behaviours
  --url URL            the API's address (http://127.0.0.1:8080)
  --speed N            device seconds per second (1)
  --seed N             seed of the random numbers (1)
  --connections N      connections shared by all devices (16)
  --memory FILE        saves the devices' states, and restores them at the next start
  --quiet              does not print counts every five seconds
`;

const COUNTS_INTERVAL_MS = 5000;
const SAVE_INTERVAL_MS = 1000;
/** The service writes the heartbeats of devices that act together at once, which takes less processor time. */
const TICK_MS = 500;

const { values } = parseArgs({
  options: {
    fleet: { type: 'string' },
    devices: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    speed: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    memory: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});

const numbers = [values.speed, values.seed, values.connections].map(Number);
const [speed = 1, seed = 1, connections = 16] = numbers;
const read = values.devices === undefined ? readFleet : readSpecs;
const file = values.devices ?? values.fleet;
if (file === undefined || numbers.some((number) => !(number > 0))) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const { memory } = values;
const devices = await read(file).catch((error: unknown) => {
  process.stderr.write(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
const states = memory === undefined ? {} : await readStates(memory);
const simulation = simulate(devices, {
  url: values.url,
  speed,
  seed,
  connections,
  states,
  tickMs: TICK_MS,
});

let saving = Promise.resolve();
const save = (): void => {
  if (memory !== undefined) saving = saving.then(() => writeStates(memory, simulation.states()));
};
const timers = [setInterval(save, SAVE_INTERVAL_MS)];
if (!values.quiet) {
  const printCounts = (): unknown => process.stdout.write(`${JSON.stringify(simulation.counts())}\n`);
  timers.push(setInterval(printCounts, COUNTS_INTERVAL_MS));
}

const stop = (): void => {
  for (const timer of timers) clearInterval(timer);
  void simulation
    .stop()
    .then(() => {
      save();
      return saving;
    })
    .then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

/** The states saved by the last run; none when the file is missing or not JSON. */
async function readStates(path: string): Promise<Record<string, DeviceState>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, DeviceState>;
  } catch {
    return {};
  }
}

/** Replaces the file atomically. */
async function writeStates(path: string, states: Record<string, DeviceState>): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(states));
  await rename(unfinished, path);
}
