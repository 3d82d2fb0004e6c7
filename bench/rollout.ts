import { openBenchApi } from './load/bench-api.js';
import { openTwoSizes, SIZE_OPTIONS, type TwoSizes } from './fleet/bench-fleet.js';
import { publishRelease } from './fleet/bench-upgrades.js';
import { removeRollouts } from './fleet/remove-rollouts.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { RolloutBench, SLOTS } from './rollout-bench.js';
import { RolloutLooks } from './rollout-looks.js';
import { RolloutReads } from './rollout-reads.js';

const TARGETS = {
  createP95Ms: 50,
  previewSeconds: 60,
  previewToRead: 3,
  previewMib: 64,
  lookMs: 2000,
  bindingToInserts: 0.5,
  dispatchPerSecond: 2500,
  tickMs: 1000,
  progressP95Ms: 100,
  progressToSmall: 1.3,
  heartbeats: 0.9,
};

/** A part of the benchmark. */
type Measure = (context: {
  readonly fleet: TwoSizes;
  readonly bench: RolloutBench;
  readonly reads: RolloutReads;
  readonly looks: RolloutLooks;
  readonly print: (result: object) => void;
  readonly rounds: number;
  readonly seconds: number;
}) => Promise<void>;

const measureCreation: Measure = async ({ bench, fleet, print, rounds }) => {
  const p95Ms = await bench.create(fleet.large, rounds);
  const toReach = TARGETS.createP95Ms;
  print({ case: 'create', p95Ms, toReach, reached: p95Ms <= toReach });
};

const measurePreview: Measure = async ({ bench, reads, fleet: { small, large }, print }) => {
  await bench.requestPreview(small);
  await reads.preview();
  const read = await reads.read(large);
  await bench.requestPreview(large);
  const preview = await reads.preview();
  const ratio = rounded(preview.seconds / read.seconds);
  const moreMib = rounded(preview.peakMib - read.peakMib);
  const { previewSeconds, previewToRead, previewMib } = TARGETS;
  print({
    case: 'preview',
    devices: large.devices,
    ...preview,
    read,
    ratio,
    moreMib,
    toReach: { seconds: previewSeconds, ratio: previewToRead, moreMib: previewMib },
    reached: preview.seconds <= previewSeconds && ratio <= previewToRead && moreMib <= previewMib,
  });
};

/** Binds a stage, reads the progress of the rollout, and dispatches the stage, with heartbeats beside it. */
const measureStage: Measure = async ({ bench, reads, looks, fleet, print, rounds, seconds }) => {
  const { small, large } = fleet;
  const without = await bench.heartbeats(seconds);
  await bench.bind(small);
  const binding = await bench.bind(large);
  const inserts = await bench.insertAgain(large);
  const toInserts = rounded(binding / inserts);
  print({
    case: 'bind',
    devices: bench.targeted(large),
    perSecond: rounded(binding),
    insertsPerSecond: rounded(inserts),
    ratio: toInserts,
    toReach: TARGETS.bindingToInserts,
    reached: toInserts >= TARGETS.bindingToInserts,
  });
  const planned = await reads.plan(await bench.current(large));
  print({ case: 'plan of a stage', devices: bench.targeted(large), ...planned });

  // Before the dispatch: a look leaves out networks with a switch in flight.
  const { dispatchPerSecond, tickMs, lookMs } = TARGETS;
  const rollout = await bench.current(large);
  await looks.prepare(rollout);
  const look = await looks.look(rollout, Math.ceil(rounds / 10));
  print({ case: 'health look', ...look, toReach: lookMs, reached: look.longestMs <= lookMs });

  await bench.markHalfUp();
  await bench.dispatch(small, SLOTS.usual);
  await bench.dispatch(large, SLOTS.usual);
  const progress = await bench.progress(rounds);
  const toSmall = rounded(progress.medianMs.large / progress.medianMs.small);
  const { progressP95Ms, progressToSmall } = TARGETS;
  print({
    case: 'progress',
    ...progress,
    ratio: toSmall,
    toReach: { p95Ms: progressP95Ms, ratio: progressToSmall },
    reached: progress.p95Ms <= progressP95Ms && toSmall <= progressToSmall && progress.isExact,
  });

  const up = bench.targeted(large) / 2;
  for (const slots of up > SLOTS.many ? [SLOTS.many, SLOTS.most] : [SLOTS.most]) {
    const { upgrades, perSecond, ticks, longestMs, medianMs } = await bench.dispatch(large, slots);
    const reached = perSecond >= dispatchPerSecond;
    print({ case: 'dispatch', slots, upgrades, perSecond, toReach: dispatchPerSecond, reached });
    print({ case: 'tick', slots, ticks, longestMs, medianMs, toReach: tickMs, reached: longestMs <= tickMs });
  }

  const beside = await bench.heartbeats(seconds);
  await removeRollouts(fleet);
  const again = await bench.heartbeats(seconds);
  const ratio = rounded(beside / ((without + again) / 2));
  print({
    case: 'heartbeats',
    perSecond: { without: rounded(without), beside: rounded(beside), again: rounded(again) },
    ratio,
    toReach: TARGETS.heartbeats,
    reached: ratio >= TARGETS.heartbeats,
  });
};

const PARTS: Readonly<Record<string, Measure>> = {
  create: measureCreation,
  preview: measurePreview,
  stage: measureStage,
};

/** Rollouts over a small and a large organisation: each step from their creation to the heartbeats beside them. */
export const rolloutBenchmark: Benchmark = {
  name: 'rollout',
  summary:
    'create, preview, bind, plan, dispatch, tick, progress, health look and heartbeats of rollouts over a small and a large organisation (--only=create|preview|stage; --network: over their first networks)',
  options: {
    ...SIZE_OPTIONS,
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    network: { type: 'boolean' },
  },
  small: ['--small=1000', '--large=5000', '--rounds=20', '--seconds=2'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 60);
    const seconds = numberOption(options, 'seconds', 15);
    const { only, network = false } = options;
    const fleet = await openTwoSizes(options);
    await removeRollouts(fleet);
    const version = await publishRelease(fleet.mongo.models);
    const api = await openBenchApi(fleet.uri);
    const bench = new RolloutBench(fleet, api, version, network === true);
    const reads = new RolloutReads(fleet, api.running.deps);
    const looks = new RolloutLooks(fleet, api.running.deps);
    try {
      for (const [name, measure] of Object.entries(PARTS)) {
        if (only !== undefined && only !== name) continue;
        await measure({ fleet, bench, reads, looks, print, rounds, seconds });
        await removeRollouts(fleet);
      }
    } finally {
      await removeRollouts(fleet);
      await api.close();
      await fleet.close();
    }
  },
};
