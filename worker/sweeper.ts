import type { Metrics } from '../shared/platform/observability/metrics.js';
import { sweep } from '../shared/upgrades/operations/sweep/sweep.js';
import type { Deps } from '../shared/composition/deps.js';

/** Besides the interval, a sweep may take as long as this before it counts as late. */
const SWEEP_MS = 60_000;

export interface Sweeper {
  /** Sweeps as soon as the one under way, if any, is over. */
  nudge(): void;
  /** How long ago a sweep last did all that it does in MongoDB, or the sweeper was started. */
  readonly sweptMs: number;
  /** Whether the last one is no longer ago than it may be. */
  isSweeping(): boolean;
  /** Waits for the sweep under way. */
  stop(): Promise<void>;
}

/** Sweeps every SWEEP_INTERVAL_S; never two at once in one process. */
export function startSweeper(deps: Deps, metrics: Metrics): Sweeper {
  const intervalMs = deps.env.sweepIntervalS * 1000;
  let stopped = false;
  let wanted = false;
  let sweptAt = performance.now();
  let running: Promise<void> | null = null;
  const timer = setInterval(nudge, intervalMs);
  const sweptMs = (): number => performance.now() - sweptAt;

  async function run(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const { findings, failures, queueFailure } = await sweep(deps);
      for (const [kind, count] of Object.entries(findings))
        metrics.sweepFindings.inc({ kind }, Number(count));
      if (Object.values(findings).some((count) => count > 0)) deps.log.info(findings, 'sweep');
      if (failures.length === 0) {
        metrics.sweeps.setToCurrentTime();
        sweptAt = performance.now();
      } else metrics.sweepFindings.inc({ kind: 'failed' });
      for (const error of failures)
        deps.log.warn({ err: error }, 'A part of the sweep failed; the next one follows');
      if (queueFailure !== null)
        deps.log.warn({ err: queueFailure }, 'The sweep could not tell the queue what falls due next');
    }
    running = null;
  }

  function nudge(): void {
    wanted = true;
    running ??= run();
  }

  return {
    nudge,
    get sweptMs() {
      return sweptMs();
    },
    isSweeping: () => sweptMs() < 2 * intervalMs + SWEEP_MS,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
