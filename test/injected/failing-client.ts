import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { SentCommand } from '../fixtures/queries/round-trips.js';
import type { Fault } from './faults.js';

/** A client of the database whose commands can be made to fail; those of other clients never do. */
export class FailingClient {
  /** What the client connects to. */
  readonly uri: string;
  private readonly appName = `injected-${randomUUID().slice(0, 8)}`;

  /** @param connection of another client, on the same database */
  constructor(
    private readonly connection: Connection,
    uri: string,
  ) {
    const own = new URL(uri);
    own.searchParams.set('appName', this.appName);
    // After a change of primary the driver asks the server again at once, not after half a second.
    own.searchParams.set('minHeartbeatFrequencyMS', '10');
    this.uri = own.href;
  }

  /** Runs something while a fault meets the commands of this kind. @returns also how many it has met */
  async during<T>(
    fault: Fault,
    { name, collection }: Pick<SentCommand, 'name' | 'collection'>,
    run: () => Promise<T>,
  ): Promise<{ result: T; met: number }> {
    await this.configure(fault.mode, {
      ...fault.data,
      failCommands: [name],
      appName: this.appName,
      ...(collection === null ? {} : { namespace: `${this.connection.name}.${collection}` }),
    });
    try {
      const result = await run();
      return { result, met: await this.configure('off') };
    } catch (error) {
      await this.configure('off');
      throw error;
    }
  }

  /** @returns how often the former setting of the fail point has acted */
  private async configure(mode: unknown, data?: object): Promise<number> {
    const admin = this.connection.getClient().db('admin');
    const answer = await admin.command({
      configureFailPoint: 'failCommand',
      mode,
      ...(data === undefined ? {} : { data }),
    });
    return Number(answer['count']);
  }
}
