import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { monitored } from '../../dev/monitored-uri.js';
import type { RunningGateway } from '../../gateway/start-gateway.js';
import { createStores } from '../../shared/composition/deps.js';
import { recordCommands, type SentCommand } from '../fixtures/queries/round-trips.js';
import { UcentralSite } from '../ucentral/gateway/ucentral-site.js';
import { kindOf } from './check.js';
import { DEVICE_STEPS, type DeviceStep, type MakeStep } from './device-steps.js';
import { FailingClient } from './failing-client.js';
import { faultsOf, type Fault } from './faults.js';

/** Read every few seconds, whatever devices do. */
const BESIDE_DEVICES: readonly (string | null)[] = ['settings', 'ucentral_trust', 'ucentral_authorities'];

describe('a database error in each command for a device that speaks uCentral', function () {
  this.timeout(1_800_000);
  let site: UcentralSite;
  let client: FailingClient;
  let gateway: RunningGateway;
  let connection: Connection | null = null;
  before(async () => {
    site = await UcentralSite.open();
    const { mongo } = site.service.deps;
    client = new FailingClient(mongo.connection, site.service.env['MONGODB_URI'] ?? '');
    gateway = await site.start(
      { MONGODB_URI: monitored(client.uri) },
      {
        createStores(models, ...rest) {
          connection = models.organisations.db;
          return createStores(models, ...rest);
        },
      },
    );
  });
  after(() => site.close());

  /** Takes a step, and returns the commands that the gateway sends meanwhile. */
  async function take(made: DeviceStep): Promise<SentCommand[]> {
    if (!connection) throw new Error('The gateway has bound no stores');
    return (await recordCommands({ mongo: { connection } }, () => made.take())).commands;
  }

  /** The commands of a step, one of each kind. */
  async function commandsOf(make: MakeStep): Promise<SentCommand[]> {
    const made = await make(site, gateway);
    const commands = await take(made);
    made.living.stop();
    const kinds = new Map(commands.map((command) => [kindOf(command), command]));
    return [...kinds.values()].filter(
      ({ name, collection }) => name !== 'abortTransaction' && !BESIDE_DEVICES.includes(collection),
    );
  }

  /**
   * Takes a step while one of its commands fails.
   * @returns whether it sent the command: a heartbeat of what was before the step may have been late when it was recorded
   */
  async function meet(make: MakeStep, command: SentCommand, fault: Fault): Promise<boolean> {
    const what = `${fault.name} of ${kindOf(command)}`;
    const made = await make(site, gateway);
    try {
      const { result, met } = await client.during(fault, command, () => take(made));
      const isSent = result.some((sent) => kindOf(sent) === kindOf(command));
      expect(met > 0, 'whether it has failed').to.equal(isSent);
      return isSent;
    } catch (error) {
      throw new Error(`${what}: ${String(error)}`, { cause: error });
    } finally {
      made.living.stop();
    }
  }

  for (const [step, make] of Object.entries(DEVICE_STEPS))
    // docs/reliability.md#gateway-errors
    it(`leaves a device that ${step} as it would be without`, async () => {
      let failed = 0;
      for (const [index, command] of (await commandsOf(make)).entries())
        for (const fault of faultsOf(command, index)) {
          if (fault.mode === 'alwaysOn') continue;
          if (await meet(make, command, fault)) failed += 1;
        }
      expect(failed, 'commands that have failed').to.be.above(1);
    });
});
