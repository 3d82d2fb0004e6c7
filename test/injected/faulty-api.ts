import { sharedApi, startTestApi, type TestApi } from '../fixtures/api.js';
import { MAIL_SETTINGS } from '../fixtures/mail-settings.js';
import type { SentCommand } from '../fixtures/queries/round-trips.js';
import type { Fault } from './faults.js';
import { FailingClient } from './failing-client.js';

/** An API whose commands to the database can be made to fail; those of other clients of the database never do. */
export class FaultyApi {
  private constructor(
    readonly api: TestApi,
    /** An API on the same database without faults, which prepares records and looks at them. */
    readonly setUp: TestApi,
    private readonly client: FailingClient,
  ) {}

  static async start(): Promise<FaultyApi> {
    const setUp = await sharedApi();
    const client = new FailingClient(setUp.deps.mongo.connection, process.env['MONGODB_URI'] ?? '');
    const env = { MONGODB_URI: client.uri, ...MAIL_SETTINGS };
    return new FaultyApi(await startTestApi({ env }), setUp, client);
  }

  /** Runs something while a fault meets the commands of this kind. @returns also how many it has met */
  during<T>(fault: Fault, command: SentCommand, run: () => Promise<T>): Promise<{ result: T; met: number }> {
    return this.client.during(fault, command, run);
  }

  close(): Promise<void> {
    return this.api.close();
  }
}
