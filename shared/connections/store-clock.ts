import type { Connection, mongo } from 'mongoose';
import type { Log } from '../observability/logger.js';

/** Less than this is the way of an answer and no fault of a clock; a clock that jumped with every answer would be worse. */
const TOLERANCE_MS = 1000;

/**
 * The time as MongoDB's primary has it, so that processes on machines whose clocks differ agree on what is due, what
 * has timed out and which heartbeat came first. Until the first answer of the primary it is this machine's time.
 */
export class StoreClock {
  private aheadMs = 0;

  constructor(private readonly log: Log) {}

  readonly now = (): Date => new Date(Date.now() + this.aheadMs);

  /**
   * Compares the clocks now, and with every answer that the driver gets while it watches the servers. One round trip.
   * @throws the driver's error when the store does not answer
   */
  async follow(connection: Connection): Promise<void> {
    const client: mongo.MongoClient = connection.getClient();
    client.on('serverHeartbeatSucceeded', ({ reply }) => {
      this.compare(reply);
    });
    this.compare(await client.db().command({ hello: 1 }));
  }

  private compare({ isWritablePrimary, localTime }: mongo.BSON.Document): void {
    if (isWritablePrimary !== true || !(localTime instanceof Date)) return;
    const aheadMs = localTime.getTime() - Date.now();
    if (Math.abs(aheadMs - this.aheadMs) < TOLERANCE_MS) return;
    this.aheadMs = aheadMs;
    this.log.warn({ aheadMs }, 'The clocks of this machine and of MongoDB differ: MongoDB’s is taken');
  }
}
