import fc from 'fast-check';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { deviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

const MACS = 6;

const change = fc.record({
  endpoint: fc.constantFrom(
    provisioningEndpoint,
    moveDevicesEndpoint,
    releaseDevicesEndpoint,
    removeDevicesEndpoint,
  ),
  macs: fc.uniqueArray(fc.nat({ max: MACS - 1 }), { minLength: 1, maxLength: 4 }),
  toOther: fc.boolean(),
});

/** Steps one after another; the changes of a step run at once. */
const steps = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

describe('the counts of an inventory', () => {
  it('equal its records after any changes, one after another or at once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: MACS }), async (all, noOfAps) => {
        const fixture = await deviceFixture({ noOfAps });
        const built = await fixture.built(MACS);
        for (const together of all) {
          await Promise.all(
            together.map(({ endpoint, macs, toOther }) => {
              const chosen = macs.flatMap((index) => built[index] ?? []);
              const network = toOther ? fixture.other._id : fixture.network._id;
              return fixture.ask(endpoint, {
                mac_id: chosen.join(','),
                devices: chosen,
                network_id: network,
                existing_network_id: network,
              });
            }),
          );
          await expectExactCounts(fixture);
        }
      }),
      { numRuns: 12 },
    );
  }).timeout(120_000);
});
