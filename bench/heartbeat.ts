import { PATHS } from '../api/paths.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { cycleHeartbeats } from './load/heartbeat-requests.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';

const TARGETS = { toSingle: 5, toBare: 0.5 };

/**
 * Compares heartbeats that are written in groups with heartbeats written one by one, and with a server that writes
 * none.
 */
export const heartbeatBenchmark: Benchmark = {
  name: 'heartbeat',
  summary:
    'heartbeats of 100,000 devices over 200 connections: at least 5 times the rate of single writes, half the rate without writes',
  options: { devices: { type: 'string' }, seconds: { type: 'string' }, connections: { type: 'string' } },
  small: ['--devices=5000', '--seconds=3'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const seconds = numberOption(options, 'seconds', 30);
    const connections = numberOption(options, 'connections', 200);
    const fleet = await openOneNetwork(devices);
    const beats = await cycleHeartbeats(fleet.mongo.models, fleet.whole);
    const measured: Record<string, number> = {};
    let failed = 0;
    for (const [side, program] of Object.entries(SIDES)) {
      const server = await startProgram(program, fleet.uri);
      const { url } = server;
      await generateLoad({ url, connections, seconds: 2, next: beats });
      const result = await generateLoad({ url, connections, seconds, next: beats });
      print({
        side,
        devices,
        connections,
        seconds,
        perSecond: rounded(result.perSecond),
        failed: result.failed,
      });
      measured[side] = result.perSecond;
      failed += result.failed;
      await server.stop();
    }
    const toSingle = rounded((measured['grouped'] ?? 0) / (measured['one by one'] ?? 0));
    const toBare = rounded((measured['grouped'] ?? 0) / (measured['not written'] ?? 0));
    const reached = toSingle >= TARGETS.toSingle && toBare >= TARGETS.toBare && failed === 0;
    print({ path: PATHS.heartbeat[0][1], toSingle, toBare, toReach: TARGETS, failed, reached });
    await fleet.close();
  },
};

const SIDES = {
  'one by one': 'bench/load/single-heartbeats.js',
  grouped: 'programs/api.js',
  'not written': 'bench/load/bare-server.js',
} as const;
