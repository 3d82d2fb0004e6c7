import { PATHS } from '../api/paths.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { cycleHeartbeats } from './load/heartbeat-requests.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';

const TARGETS = { toSingle: 5, toReading: 1.3, toBare: 0.6 };

/**
 * Compares heartbeats that are written in groups and judged by what is remembered with heartbeats written one by one, with
 * those for which everything is read, and with a bare server that writes them in groups.
 */
export const heartbeatBenchmark: Benchmark = {
  name: 'heartbeat',
  summary:
    'heartbeats of 100,000 devices over 200 connections: at least 5 times the rate of single writes, 0.6 of a bare server that writes',
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
    for (const [side, { program, settings }] of Object.entries(SIDES)) {
      const server = await startProgram(program, fleet.uri, settings);
      const { url } = server;
      // A device is remembered after two heartbeats.
      const warming = side === 'grouped' ? 2 * devices : 1;
      for (let warmed = 0; warmed < warming;)
        warmed += (await generateLoad({ url, connections, seconds: 2, next: beats })).answered;
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
    const toReading = rounded((measured['grouped'] ?? 0) / (measured['read'] ?? 0));
    const toBare = rounded((measured['grouped'] ?? 0) / (measured['bare'] ?? 0));
    const reached =
      toSingle >= TARGETS.toSingle &&
      toReading >= TARGETS.toReading &&
      toBare >= TARGETS.toBare &&
      failed === 0;
    print({ path: PATHS.heartbeat[0][1], toSingle, toReading, toBare, toReach: TARGETS, failed, reached });
    await fleet.close();
  },
};

const SIDES = {
  'one by one': { program: 'bench/load/single-heartbeats.js', settings: {} },
  read: { program: 'programs/api.js', settings: { HEARTBEAT_MEMORY_MB: '0' } },
  grouped: { program: 'programs/api.js', settings: {} },
  bare: { program: 'bench/load/bare-server.js', settings: {} },
} as const;
