import type { Connection, mongo } from 'mongoose';
import type { Log } from '../observability/logger.js';

/** Less than this may be the way of an answer; a clock that jumped with every answer would be worse. */
const TOLERANCE_MS = 1000;
/** An answer that took longer says too little about the time. */
const MAX_ROUND_TRIP_MS = 500;

/**
 * The time as MongoDB's primary has it, so that processes on machines whose clocks differ agree on what is due, what
 * has timed out and which heartbeat came first. Until the first answer of the primary it is this machine's time. From
 * then on it never goes back: it runs at half speed until a store's clock that is behind has caught up, and it takes
 * no notice of changes to this machine's clock.
 */
export class StoreClock {
  /** What is added to the monotonic clock of the process. */
  private aheadMs = performance.timeOrigin;
  private isFirst = true;
  /** How far the time shown was ahead of the store's when they last differed, and when that was. */
  private excess = { ms: 0, since: 0 };
  private isAsking = false;

  constructor(private readonly log: Log) {}

  readonly now = (): Date => {
    const at = performance.now();
    return new Date(at + (this.isFirst ? Date.now() - at : this.aheadMs) + this.excessAt(at));
  };

  /**
   * Compares the clocks now, and again whenever an answer to the driver's watching of the servers is at odds with
   * them. One round trip.
   * @throws the driver's error when the store does not answer
   */
  async follow(connection: Connection): Promise<void> {
    const client: mongo.MongoClient = connection.getClient();
    client.on('serverHeartbeatSucceeded', ({ reply }) => {
      const { isWritablePrimary, localTime } = reply;
      if (isWritablePrimary !== true || !(localTime instanceof Date) || this.isAsking) return;
      // Such an answer may have waited in this process: it is a reason to ask, and no measurement.
      if (Math.abs(localTime.getTime() - this.now().getTime()) < TOLERANCE_MS) return;
      this.isAsking = true;
      void this.ask(client)
        .catch(() => undefined)
        .finally(() => {
          this.isAsking = false;
        });
    });
    await this.ask(client);
  }

  private async ask(client: mongo.MongoClient): Promise<void> {
    const asked = performance.now();
    const { isWritablePrimary, localTime } = await client.db().command({ hello: 1 });
    const answered = performance.now();
    // The first answer is taken whatever it took: it is better than none.
    if (isWritablePrimary !== true || !(localTime instanceof Date)) return;
    if (!this.isFirst && answered - asked > MAX_ROUND_TRIP_MS) return;
    this.set(localTime.getTime() - (asked + answered) / 2);
  }

  private set(aheadMs: number): void {
    const at = performance.now();
    const changeMs = aheadMs + at - this.now().getTime();
    if (this.isFirst) {
      this.isFirst = false;
      this.aheadMs = Math.abs(changeMs) < TOLERANCE_MS ? Date.now() - at : aheadMs;
    } else {
      if (Math.abs(aheadMs - this.aheadMs) < TOLERANCE_MS) return;
      this.excess = { ms: Math.max(0, -changeMs), since: at };
      this.aheadMs = aheadMs;
    }
    if (Math.abs(changeMs) >= TOLERANCE_MS)
      this.log.warn({ changeMs }, 'The clocks of this machine and of MongoDB differ: MongoDB’s is taken');
  }

  private excessAt(at: number): number {
    return Math.max(0, this.excess.ms - (at - this.excess.since) / 2);
  }
}
