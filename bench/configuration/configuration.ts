import { numberOption, type Benchmark } from '../benchmark.js';
import { openOneNetwork } from '../fleet/bench-fleet.js';
import { devicesOf } from '../load/heartbeat-requests.js';
import { startProgram } from '../load/program.js';
import {
  afterHold,
  convergence,
  documents,
  edits,
  heartbeats,
  settle,
  TARGETS,
  type BenchFixture,
} from './cases.js';
import { ConfiguredNetwork } from './configured-network.js';
import { ManagedDevices } from './managed-devices.js';
import { rendering } from './rendering.js';

/** Configurations of the devices of one network, in one run. */
export const configurationBenchmark: Benchmark = {
  name: 'configuration',
  summary:
    'configurations of 100,000 devices of one network: heartbeats with and without them, an edit with heartbeats beside it, the time until all are in_sync, documents by HTTP and alone, live documents after a hold',
  options: {
    devices: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    rounds: { type: 'string' },
    edits: { type: 'string' },
  },
  small: ['--devices=2000', '--rounds=2', '--seconds=2', '--edits=15'],
  async run(print, options) {
    const seconds = numberOption(options, 'seconds', 10);
    const connections = numberOption(options, 'connections', 200);
    const rounds = numberOption(options, 'rounds', 3);
    const count = numberOption(options, 'edits', 60);
    const fleet = await openOneNetwork(numberOption(options, 'devices', 100_000));
    const devices = await devicesOf(fleet.mongo.models, fleet.whole);
    const { bytes, perSecond } = rendering(seconds);
    const reached = perSecond >= TARGETS.rendered;
    print({ case: 'rendering alone', bytes, perSecond, toReach: TARGETS.rendered, reached });

    const api = await startProgram('programs/api.js', fleet.uri);
    const { url } = api;
    const network = await ConfiguredNetwork.open(fleet, fleet.whole, url);
    const fixture: BenchFixture = { url, devices, network, load: { connections, seconds } };
    const show = (name: string, result: object): void => {
      print({ case: name, devices: devices.length, ...result });
    };
    const { ms, result } = await heartbeats(fixture, rounds);
    show('heartbeats, managed and in sync, to those without', result);
    const all = new ManagedDevices(devices);
    await settle(fixture, all);
    show('an edit with heartbeats beside it', await edits(fixture, all, count));
    show('until all devices are in_sync', await convergence(fixture, all, ms));
    show('documents by HTTP, to heartbeats', await documents(fixture, all, ms));
    show('live documents after a hold', await afterHold(fixture, all));
    network.close();
    await api.stop();
    await fleet.close();
  },
};
