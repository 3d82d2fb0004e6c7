import { randomUUID } from 'node:crypto';
import { sharedApi, startTestApi, type TestApi } from '../fixtures/api.js';
import { MAIL_SETTINGS } from '../fixtures/mail-settings.js';
import type { SentCommand } from '../fixtures/queries/round-trips.js';
import type { Fault } from './faults.js';

/** An API whose commands to the database can be made to fail; those of other clients of the database never do. */
export class FaultyApi {
  private constructor(
    readonly api: TestApi,
    /** An API on the same database without faults, which prepares records and looks at them. */
    readonly setUp: TestApi,
    private readonly appName: string,
  ) {}

  static async start(): Promise<FaultyApi> {
    const setUp = await sharedApi();
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    const appName = `injected-${randomUUID().slice(0, 8)}`;
    uri.searchParams.set('appName', appName);
    // After a change of primary the driver asks the server again at once, not after half a second.
    uri.searchParams.set('minHeartbeatFrequencyMS', '10');
    const env = { MONGODB_URI: uri.href, ...MAIL_SETTINGS };
    return new FaultyApi(await startTestApi({ env }), setUp, appName);
  }

  /** Runs something while a fault meets the commands of this kind. @returns also how many it has met */
  async during<T>(
    fault: Fault,
    { name, collection }: SentCommand,
    run: () => Promise<T>,
  ): Promise<{ result: T; met: number }> {
    const { connection } = this.setUp.deps.mongo;
    await this.configure(fault.mode, {
      ...fault.data,
      failCommands: [name],
      appName: this.appName,
      ...(collection === null ? {} : { namespace: `${connection.name}.${collection}` }),
    });
    try {
      const result = await run();
      return { result, met: await this.configure('off') };
    } catch (error) {
      await this.configure('off');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.api.close();
  }

  /** @returns how often the former setting of the fail point has acted */
  private async configure(mode: unknown, data?: object): Promise<number> {
    const admin = this.setUp.deps.mongo.connection.getClient().db('admin');
    const answer = await admin.command({
      configureFailPoint: 'failCommand',
      mode,
      ...(data === undefined ? {} : { data }),
    });
    return Number(answer['count']);
  }
}
