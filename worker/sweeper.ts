import type { Metrics } from '../shared/observability/metrics.js';
import { sweep } from '../shared/operations/sweep/sweep.js';
import type { SchedulingDeps } from '../shared/operations/deps.js';

export interface Sweeper {
  /** Sweeps as soon as the one under way, if any, is over. */
  nudge(): void;
  /** Waits for the sweep under way. */
  stop(): Promise<void>;
}

/** Sweeps every SWEEP_INTERVAL_S; never two at once in one process. */
export function startSweeper(deps: SchedulingDeps, metrics: Metrics): Sweeper {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | null = null;
  const timer = setInterval(nudge, deps.env.sweepIntervalS * 1000);

  async function run(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const { findings, failures } = await sweep(deps);
      for (const [kind, count] of Object.entries(findings))
        metrics.sweepFindings.inc({ kind }, Number(count));
      if (Object.values(findings).some((count) => count > 0)) deps.log.info(findings, 'sweep');
      if (failures.length === 0) metrics.sweeps.setToCurrentTime();
      else metrics.sweepFindings.inc({ kind: 'failed' });
      for (const error of failures)
        deps.log.warn({ err: error }, 'A part of the sweep failed; the next one follows');
    }
    running = null;
  }

  function nudge(): void {
    wanted = true;
    running ??= run();
  }

  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
