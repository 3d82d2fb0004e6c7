import type { Metrics } from '../shared/platform/observability/metrics.js';
import { sweep } from '../shared/upgrades/operations/sweep/sweep.js';
import type { Deps } from '../shared/composition/deps.js';

/** A sweep is late when it takes this long beyond the interval. */
const SWEEP_MS = 60_000;

export interface Sweeper {
  /** Sweeps as soon as the current sweep, if any, has ended. */
  nudge(): void;
  /** The time since the last sweep whose MongoDB parts succeeded, or since the start. */
  readonly sweptMs: number;
  /** Whether the last sweep is not overdue. */
  isSweeping(): boolean;
  /** Waits for the current sweep. */
  stop(): Promise<void>;
}

/** Sweeps every SWEEP_INTERVAL_S, one sweep at a time in a process. */
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
