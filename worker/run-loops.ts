import type { Deps } from '../shared/composition/deps.js';
import type { Loop } from '../shared/platform/loop.js';
import { LockHeld, type HeldLock } from '../shared/platform/mongo/lock-store.js';
import type { Closing } from '../shared/platform/observability/closing.js';

/** A loop that runs. */
export interface RunningLoop {
  /** Passes again as soon as the current pass, if any, has ended. */
  nudge(): void;
  /** The time since the last pass that succeeded, or since the start. */
  readonly passedMs: number;
}

/**
 * Starts the loops in their order. When the worker leaves, no pass begins; closing waits for the passes that are under
 * way, in the reverse order.
 */
export function runLoops<Name extends string>(
  deps: Deps,
  loops: Readonly<Record<Name, Loop<Deps>>>,
  leaving: AbortSignal,
  closing: Closing,
): Readonly<Record<Name, RunningLoop>> {
  const running = {} as Record<Name, Runner>;
  for (const name of Object.keys(loops) as Name[]) {
    const loop = loops[name];
    const runner = new Runner(deps, name, loop, leaving);
    const ended = runner.run();
    closing.add(`loop ${name}`, async () => {
      await ended;
      await loop.stop?.();
    });
    running[name] = runner;
  }
  leaving.addEventListener('abort', () => {
    for (const runner of Object.values<Runner>(running)) runner.endPause();
  });
  return running;
}

class Runner implements RunningLoop {
  endPause: () => void = () => undefined;
  private passedAt = performance.now();
  private isNudged = false;

  constructor(
    private readonly deps: Deps,
    private readonly name: string,
    private readonly loop: Loop<Deps>,
    private readonly leaving: AbortSignal,
  ) {}

  get passedMs(): number {
    return performance.now() - this.passedAt;
  }

  nudge(): void {
    this.isNudged = true;
    this.endPause();
  }

  /** Passes until the worker leaves. A pass that fails gives up a kept lease. */
  async run(): Promise<void> {
    const { deps, name, loop, leaving } = this;
    while (!leaving.aborted) {
      try {
        if (loop.keepsLease && loop.lease !== null)
          await deps.stores.locks.hold(name, 0, (held) => this.repeat(held), loop.lease);
        else await this.repeat();
      } catch (error) {
        if (!(error instanceof LockHeld))
          deps.log.warn({ err: error, loop: name }, 'A loop failed; its next pass follows');
        await this.pause(0);
      }
    }
  }

  private async repeat(held?: HeldLock): Promise<void> {
    while (!this.leaving.aborted) {
      await held?.check();
      const started = performance.now();
      if (!(await this.pass(held))) await this.pause(performance.now() - started);
    }
  }

  /** @returns whether something can be done at once */
  private async pass(held?: HeldLock): Promise<boolean> {
    const { deps, name, loop } = this;
    const observe = deps.metrics.loops.startTimer({ loop: name });
    this.isNudged = false;
    try {
      const { isMore } = await loop.work(deps, name, loop, held);
      observe({ outcome: 'done' });
      this.passedAt = performance.now();
      return isMore;
    } catch (error) {
      observe({ outcome: 'failed' });
      throw error;
    }
  }

  /** Waits until the next pass, a nudge or the end of the worker. */
  private async pause(tookMs: number): Promise<void> {
    if (this.isNudged || this.leaving.aborted) return;
    const { every } = this.loop;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, typeof every === 'number' ? every : every(this.deps, tookMs));
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
