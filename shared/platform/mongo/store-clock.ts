import type { Connection, mongo } from 'mongoose';
import type { Log } from '../observability/logger.js';

/** Smaller differences may be network latency; adjusting to each would make the clock jump. */
const TOLERANCE_MS = 1000;
/** A slower reply is too imprecise. */
const MAX_ROUND_TRIP_MS = 500;

/**
 * The time of MongoDB's primary, so that processes on machines with different clocks agree on due times, timeouts
 * and the order of heartbeats. Until the first reply it is this machine's time. It never goes back: if it is
 * ahead, it runs at half speed until the store's clock catches up. Changes of this machine's clock have no effect.
 */
export class StoreClock {
  /** The offset from the process's monotonic clock. */
  private aheadMs = performance.timeOrigin;
  private isFirst = true;
  /** How far this clock was ahead at the last adjustment, and when that was. */
  private excess = { ms: 0, since: 0 };
  private isAsking = false;

  constructor(private readonly log: Log) {}

  readonly now = (): Date => {
    const at = performance.now();
    return new Date(at + (this.isFirst ? Date.now() - at : this.aheadMs) + this.excessAt(at));
  };

  /**
   * Compares the clocks now, and again whenever a reply to the driver's server monitoring differs.
   * @throws the driver's error when the store does not answer
   */
  async follow(connection: Connection): Promise<void> {
    const client: mongo.MongoClient = connection.getClient();
    client.on('serverHeartbeatSucceeded', ({ reply }) => {
      const { isWritablePrimary, localTime } = reply;
      if (isWritablePrimary !== true || !(localTime instanceof Date) || this.isAsking) return;
      // The reply may have been delayed in this process, so it only triggers a measurement.
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
    // The first reply is used even if it was slow.
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
