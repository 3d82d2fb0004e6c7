import { AppError } from '../../platform/errors/app-error.js';

interface Waiting<Item, Result> {
  readonly key: string | null;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupDelay {
  readonly ms: number;
  /** A batch of this size starts at once. */
  readonly enough: number;
}

export interface GroupCommitOptions {
  readonly maxPerBatch: number;
  /** The maximum number of concurrent batches. */
  readonly maxBatches: number;
  /** Further items are refused at once. */
  readonly maxWaiting: number;
  /** The maximum number of waiting items of one key; unlimited if absent. */
  readonly maxPerKey?: number;
  /** Collects items that arrive sooner than this after the start of a batch; absent: no delay. */
  readonly delay?: GroupDelay;
  readonly onBatch?: (size: number) => void;
  /** Milliseconds of a clock that never goes back; by default the process's. */
  readonly now?: () => number;
}

/**
 * Shares one write among concurrent callers: items that arrive during a batch form the next one, so batches grow
 * with the load. With a delay, which serves a low but steady load, a small batch starts that long after the batch
 * before it; an item that comes later than that starts at once. Two items of one key are never in concurrent batches
 * and keep their order; a null key has no such limit.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly busyKeys = new Set<string>();
  private readonly waitingOf = new Map<string, number>();
  private batches = 0;
  private lastStart = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private readonly now: () => number;

  constructor(
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: GroupCommitOptions,
  ) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * Resolves when the batch with the item is durable.
   * @throws AppError overloaded; errors of the commit
   */
  add(key: string | null, item: Item): Promise<Result> {
    const { maxWaiting, maxPerKey = Infinity } = this.options;
    const ofKey = key === null ? 0 : (this.waitingOf.get(key) ?? 0);
    if (this.waiting.length >= maxWaiting || ofKey >= maxPerKey) {
      return Promise.reject(new AppError('overloaded'));
    }
    if (key !== null) this.waitingOf.set(key, ofKey + 1);
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ key, item, resolve, reject });
      // In the next turn of the event loop, so that requests read in the same turn share a batch.
      if (this.batches < this.options.maxBatches) setImmediate(() => void this.next());
    });
  }

  private async next(): Promise<void> {
    if (this.batches >= this.options.maxBatches || this.isDelayed()) return;
    const batch = this.take();
    if (batch.length === 0) return;
    this.batches += 1;
    this.lastStart = this.now();
    clearTimeout(this.timer);
    this.timer = undefined;
    this.options.onBatch?.(batch.length);
    try {
      const results = await this.commit(batch.map((entry) => entry.item));
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.batches -= 1;
      for (const { key } of batch) if (key !== null) this.busyKeys.delete(key);
      void this.next();
    }
  }

  /** Whether the waiting items are too few to start now; they are then started by a timer. */
  private isDelayed(): boolean {
    const { delay } = this.options;
    if (delay === undefined || this.waiting.length === 0 || this.waiting.length >= delay.enough) return false;
    const ms = this.lastStart + delay.ms - this.now();
    if (ms <= 0) return false;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.next();
    }, ms);
    return true;
  }

  /** Takes the oldest entries whose key has no running batch; the others keep their position. */
  private take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const entry of this.waiting) {
      const { key } = entry;
      if (batch.length >= this.options.maxPerBatch || (key !== null && this.busyKeys.has(key)))
        rest.push(entry);
      else {
        if (key !== null) this.begin(key);
        batch.push(entry);
      }
    }
    this.waiting = rest;
    return batch;
  }

  private begin(key: string): void {
    this.busyKeys.add(key);
    const left = (this.waitingOf.get(key) ?? 1) - 1;
    if (left === 0) this.waitingOf.delete(key);
    else this.waitingOf.set(key, left);
  }
}
