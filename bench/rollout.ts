import { openBenchApi } from './load/bench-api.js';
import { openTwoSizes, SIZE_OPTIONS } from './fleet/bench-fleet.js';
import { publishRelease } from './fleet/bench-upgrades.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { removeRollouts, RolloutBench, SLOTS } from './rollout-bench.js';

const TARGETS = {
  createP95Ms: 50,
  bindingToInserts: 0.5,
  dispatchPerSecond: 2500,
  tickMs: 1000,
  progressP95Ms: 100,
  progressToSmall: 1.3,
  heartbeats: 0.9,
};
/** Rollouts over a small and a large organisation: each step from their creation to the heartbeats beside them. */
export const rolloutBenchmark: Benchmark = {
  name: 'rollout',
  summary:
    'create, bind, dispatch, tick, progress and heartbeats of rollouts over all devices of a small and a large organisation',
  options: { ...SIZE_OPTIONS, rounds: { type: 'string' }, seconds: { type: 'string' } },
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 60);
    const seconds = numberOption(options, 'seconds', 15);
    const fleet = await openTwoSizes(options);
    await removeRollouts(fleet);
    const version = await publishRelease(fleet.mongo.models);
    const api = await openBenchApi(fleet.uri);
    const bench = new RolloutBench(fleet, api, version);
    const { small, large } = fleet;
    try {
      const without = await bench.heartbeats(seconds);
      const created = await bench.create(large, rounds);
      print({
        case: 'create',
        p95Ms: created,
        toReach: TARGETS.createP95Ms,
        reached: created <= TARGETS.createP95Ms,
      });

      await bench.bind(small);
      const binding = await bench.bind(large);
      const inserts = await bench.insertAgain(large);
      const ratio = rounded(binding / inserts);
      const bound = { perSecond: rounded(binding), insertsPerSecond: rounded(inserts), ratio };
      print({
        case: 'bind',
        devices: large.devices,
        ...bound,
        toReach: TARGETS.bindingToInserts,
        reached: ratio >= TARGETS.bindingToInserts,
      });

      await bench.markHalfUp();
      await bench.dispatch(small, SLOTS.usual);
      await bench.dispatch(large, SLOTS.usual);
      const progress = await bench.progress(rounds);
      const toSmall = rounded(progress.medianMs.large / progress.medianMs.small);
      print({
        case: 'progress',
        ...progress,
        ratio: toSmall,
        toReach: { p95Ms: TARGETS.progressP95Ms, ratio: TARGETS.progressToSmall },
        reached:
          progress.p95Ms <= TARGETS.progressP95Ms && toSmall <= TARGETS.progressToSmall && progress.isExact,
      });

      const pass = await bench.dispatch(large, SLOTS.most);
      const dispatchReached = pass.perSecond >= TARGETS.dispatchPerSecond;
      print({
        case: 'dispatch',
        upgrades: pass.upgrades,
        perSecond: pass.perSecond,
        toReach: TARGETS.dispatchPerSecond,
        reached: dispatchReached,
      });
      print({
        case: 'tick',
        ticks: pass.ticks,
        longestMs: pass.longestMs,
        medianMs: pass.medianMs,
        toReach: TARGETS.tickMs,
        reached: pass.longestMs <= TARGETS.tickMs,
      });

      const beside = await bench.heartbeats(seconds);
      await removeRollouts(fleet);
      const again = await bench.heartbeats(seconds);
      const share = rounded(beside / ((without + again) / 2));
      print({
        case: 'heartbeats',
        perSecond: { without: rounded(without), beside: rounded(beside), again: rounded(again) },
        ratio: share,
        toReach: TARGETS.heartbeats,
        reached: share >= TARGETS.heartbeats,
      });
    } finally {
      await removeRollouts(fleet);
      await api.close();
      await fleet.close();
    }
  },
};
