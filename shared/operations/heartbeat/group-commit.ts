import { AppError } from '../../errors/app-error.js';

interface Waiting<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions {
  readonly mostPerBatch: number;
  /** How many batches may be under way at once. */
  readonly mostBatches: number;
  /** Past so many waiting, more are refused at once. */
  readonly mostWaiting: number;
  readonly onBatch?: (size: number) => void;
}

/**
 * Lets many callers share one write: what arrives while a batch is under way goes into the next, so batches grow
 * with the load and a lone caller waits for nobody. Two items of one key never share a batch and keep their order.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly busyKeys = new Set<string>();
  private batches = 0;

  constructor(
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: GroupCommitOptions,
  ) {}

  /**
   * Resolves when the batch that carries the item is durable.
   * @throws AppError overloaded; whatever the commit throws
   */
  add(key: string, item: Item): Promise<Result> {
    if (this.waiting.length >= this.options.mostWaiting) return Promise.reject(new AppError('overloaded'));
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ key, item, resolve, reject });
      // After this turn of the event loop, so that requests read in the same turn share a batch.
      if (this.batches < this.options.mostBatches) setImmediate(() => void this.next());
    });
  }

  private async next(): Promise<void> {
    if (this.batches >= this.options.mostBatches) return;
    const batch = this.take();
    if (batch.length === 0) return;
    this.batches += 1;
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
      for (const entry of batch) this.busyKeys.delete(entry.key);
      void this.next();
    }
  }

  /** The oldest entries whose key is not under way; the others keep their place. */
  private take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const entry of this.waiting) {
      if (batch.length < this.options.mostPerBatch && !this.busyKeys.has(entry.key)) {
        this.busyKeys.add(entry.key);
        batch.push(entry);
      } else rest.push(entry);
    }
    this.waiting = rest;
    return batch;
  }
}
