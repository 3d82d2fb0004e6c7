import { expect } from 'chai';
import fc from 'fast-check';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { deviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

const MACS = 6;

const ENDPOINTS = [
  provisioningEndpoint,
  moveDevicesEndpoint,
  releaseDevicesEndpoint,
  removeDevicesEndpoint,
] as const;

const change = fc.record({
  endpoint: fc.constantFrom(...ENDPOINTS),
  macs: fc.uniqueArray(fc.nat({ max: MACS - 1 }), { minLength: 1, maxLength: 4 }),
  toOther: fc.boolean(),
});

/** Steps run one after another; the changes of a step run concurrently. */
const steps = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

/** An example that always runs, in which every change succeeds. */
const EACH_ONCE = ENDPOINTS.map((endpoint) => [
  { endpoint, macs: [0, 1], toOther: endpoint === moveDevicesEndpoint },
]);

describe('inventory counts', () => {
  it('equal the stored records after sequential and concurrent changes', async () => {
    const succeeded = new Map(ENDPOINTS.map(({ operation }) => [operation, 0]));
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: MACS }), async (all, noOfAps) => {
        const fixture = await deviceFixture({ noOfAps });
        const built = await fixture.built(MACS);
        for (const concurrent of all) {
          const replies = await Promise.all(
            concurrent.map(async ({ endpoint, macs, toOther }) => {
              const chosen = macs.flatMap((index) => built[index] ?? []);
              const network = toOther ? fixture.other._id : fixture.network._id;
              const reply = await fixture.ask(endpoint, {
                mac_id: chosen.join(','),
                devices: chosen,
                network_id: network,
                existing_network_id: network,
              });
              return { operation: endpoint.operation, status: reply.status };
            }),
          );
          for (const { operation, status } of replies)
            if (status === 200) succeeded.set(operation, (succeeded.get(operation) ?? 0) + 1);
          await expectExactCounts(fixture);
        }
      }),
      { numRuns: 12, examples: [[EACH_ONCE, MACS]] },
    );
    for (const [operation, times] of succeeded) expect(times, operation).to.be.greaterThan(0);
  });
});
