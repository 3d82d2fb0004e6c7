import { AssertionError, expect } from 'chai';
import { startApiProcess } from '../processes/api-process.js';
import { deviceFixture } from '../fixtures/records/device-fixture.js';
import { eventually } from '../fixtures/eventually.js';
import { expectExactCounts } from '../fixtures/exact-counts.js';

const AP = '/v1/access_points';
const ROUNDS = 3;

describe('an API killed while devices are provisioned, moved, released and removed', () => {
  // docs/reliability.md#api-killed-while-devices-change
  it('leaves exact counts and complete devices, and other processes continue', async () => {
    const fixture = await deviceFixture({ noOfAps: 500 });
    const macs = await fixture.built(240);
    const areExact = (): Promise<boolean> =>
      expectExactCounts(fixture).then(
        () => true,
        () => false,
      );
    for (let round = 0; round < ROUNDS; round += 1) {
      const api = await startApiProcess();
      let changes = 0;
      const send = async (method: string, path: string, body: unknown): Promise<void> => {
        const reply = await fetch(api.url + path, {
          method,
          headers: { Authorization: `Bearer ${fixture.admin.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect(reply.status, await reply.text()).to.be.oneOf([200, 422, 503]);
        if (reply.status === 200) changes += 1;
      };
      // Each lane changes its own MACs, so that lanes share only the counts.
      const lane = async (own: readonly string[]): Promise<void> => {
        const provision = { mac_id: own.join(','), network_id: fixture.network._id };
        for (;;) {
          await send('POST', `${AP}/provisioning`, provision);
          await send('PUT', `${AP}/move_devices`, { devices: own, existing_network_id: fixture.other._id });
          await send('PUT', `${AP}/release_devices`, { devices: own });
          await send('DELETE', `${AP}/remove_devices`, { devices: own });
        }
      };
      const lanes = Array.from({ length: 6 }, (_, index) => lane(macs.slice(index * 40, index * 40 + 40)));
      const ends = Promise.allSettled(lanes);
      await eventually('some changes', () => changes >= 3 + round);
      await api.kill();
      for (const { reason } of (await ends) as PromiseRejectedResult[])
        expect(reason).not.to.be.an.instanceof(AssertionError);
      // The store may commit what the killed process sent last between two reads of the check.
      await eventually('exact counts', areExact).catch(() => expectExactCounts(fixture));
    }
    const [first = ''] = macs;
    const remove = () =>
      fixture.api.call('DELETE', `${AP}/remove_devices`, {
        token: fixture.admin.token,
        body: { devices: [first] },
      });
    // The store rolls back the killed process's open transaction after a while.
    const { status } = await eventually('the store has released the locks', async () => {
      const reply = await remove();
      return reply.status !== 503 && reply;
    });
    expect([200, 422]).to.include(status);
    await expectExactCounts(fixture);
  });
});
