import { parseArgs } from 'node:util';
import { readMemory, writeMemory } from './memory-file.js';
import { readFleet, readSpecs } from './read-devices.js';
import { simulate } from './simulate.js';

const USAGE = `usage: node dist/dev/simulator/main.js --fleet FILE | --devices FILE [options]

  --fleet FILE         a fleet file; devices whose keys it holds are switched on and behave
  --devices FILE       a list of devices with their behaviours
  --url URL            where the API listens (http://127.0.0.1:8080)
  --speed N            device seconds in a second (1)
  --seed N             what chance follows from (1)
  --connections N      connections for all devices together (16)
  --memory FILE        what devices carry is kept here, and read again at the next start
  --quiet              no line of counts every five seconds
`;

const EVERY_MS = 5000;
const SAVE_EVERY_MS = 1000;

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
const states = memory === undefined ? {} : await readMemory(memory);
const simulation = simulate(devices, { url: values.url, speed, seed, connections, states });

let saving = Promise.resolve();
const save = (): void => {
  if (memory !== undefined) saving = saving.then(() => writeMemory(memory, simulation.states()));
};
const timers = [setInterval(save, SAVE_EVERY_MS)];
if (!values.quiet) {
  const tell = (): unknown => process.stdout.write(`${JSON.stringify(simulation.counts())}\n`);
  timers.push(setInterval(tell, EVERY_MS));
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
