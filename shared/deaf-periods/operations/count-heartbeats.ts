import { randomUUID } from 'node:crypto';
import type { DeafPeriodDeps } from '../deps.js';
import type { HeartbeatDoor } from '../domain/silence.js';
import type { SecondCounts } from '../models/heartbeat-count.js';

const FLUSH_MS = 1000;
/** While the store is away, the counts of this many seconds are kept. */
const MAX_SECONDS = 600;

type CountDeps = Pick<DeafPeriodDeps, 'now' | 'log'> & {
  readonly stores: Pick<DeafPeriodDeps['stores'], 'heartbeatCounts'>;
};

/**
 * Counts the heartbeats of this process by second, and writes the counts at most once a second, beside the writes of
 * the heartbeats. What the store does not take is kept for the next second.
 */
export class HeartbeatCounter {
  private readonly process = randomUUID();
  private counts = new Map<number, SecondCounts>();
  private changed = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  private isClosed = false;

  /** @param door through which devices speak to this process */
  constructor(
    private readonly deps: CountDeps,
    private readonly door: HeartbeatDoor,
  ) {}

  /** Counts heartbeats that were stored, by the times at which they arrived. */
  stored(beats: readonly { readonly at: Date }[]): void {
    for (const beat of beats) {
      const at = beat.at.getTime();
      const counts = this.of(Math.floor(at / 1000));
      counts[0] = counts[0] === null ? at : Math.min(counts[0], at);
      counts[1] = counts[1] === null ? at : Math.max(counts[1], at);
      counts[2] += 1;
    }
  }

  /** Counts an answer to a heartbeat. */
  answered(isFailure: boolean): void {
    const counts = this.of(Math.floor(this.deps.now().getTime() / 1000));
    counts[3] += 1;
    if (isFailure) counts[4] += 1;
  }

  /** Writes what has been counted since the last time. */
  async flush(): Promise<void> {
    while (this.writing) await this.writing;
    if (this.changed.size === 0) return;
    this.writing = this.write().finally(() => {
      this.writing = null;
    });
    await this.writing;
  }

  /** Writes the rest; counts nothing afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.flush();
  }

  private of(second: number): SecondCounts {
    const counts = this.counts.get(second) ?? [null, null, 0, 0, 0];
    this.counts.set(second, counts);
    this.changed.add(second);
    if (!this.isClosed) this.timer ??= setTimeout(() => void this.tick(), FLUSH_MS);
    return counts;
  }

  private async tick(): Promise<void> {
    await this.flush();
    this.timer = undefined;
    if (this.changed.size > 0 && !this.isClosed) this.timer = setTimeout(() => void this.tick(), FLUSH_MS);
  }

  private async write(): Promise<void> {
    const { stores, log } = this.deps;
    const seconds = [...this.changed];
    this.changed = new Set();
    const copy = new Map(
      seconds.map((second) => [second, [...(this.counts.get(second) ?? EMPTY)] as SecondCounts]),
    );
    try {
      await stores.heartbeatCounts.write(this.process, this.door, copy);
    } catch (error) {
      log.debug({ err: error }, 'The counts of heartbeats were not written; the next second tries again');
      for (const second of seconds) this.changed.add(second);
    }
    this.forget();
  }

  /** Forgets the oldest seconds; those that were written are complete after a few seconds. */
  private forget(): void {
    const kept = [...this.counts.keys()].sort((one, other) => other - one);
    for (const [index, second] of kept.entries()) {
      if (index < (this.changed.has(second) ? MAX_SECONDS : 30)) continue;
      this.counts.delete(second);
      this.changed.delete(second);
    }
  }
}

const EMPTY: SecondCounts = [null, null, 0, 0, 0];
