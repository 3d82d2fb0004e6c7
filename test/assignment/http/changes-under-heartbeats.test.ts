import { expect } from 'chai';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

describe('device changes during heartbeats', () => {
  let fixture: DeviceFixture;
  let devices: TestDevice[];
  let upgradeIds: Map<number, number>;

  beforeEach(async () => {
    fixture = await deviceFixture();
    devices = await makeDevices(fixture.api.deps, fixture.org, 60, () => ({
      part: fixture.part,
      network: fixture.network,
    }));
    upgradeIds = new Map();
    for (const device of devices.slice(0, 30)) {
      upgradeIds.set(device._id, (await makeUpgrade(fixture.api.deps, device, 'Downloading'))._id);
    }
  });

  /** Sends heartbeats of every device, with progress and new firmware, until the work is done. */
  async function whileTheySpeak<T>(work: () => Promise<T>): Promise<T> {
    let over = false;
    const speak = async (all: readonly TestDevice[]): Promise<void> => {
      for (let count = 0; !over; count += 1) {
        const device = all[count % all.length];
        const id = device && upgradeIds.get(device._id);
        const upgrade = { id, state: 'downloading', progress: count % 100 };
        await fixture.api.call('POST', '/device/v1/heartbeat', {
          headers: { Authorization: `Bearer ${device?.deviceKey ?? ''}` },
          body: {
            mac_id: device?.macId,
            firmware_version: `1.0.${count}`,
            ...(id === undefined ? {} : { upgrade }),
          },
        });
      }
    };
    const speaking = [0, 1, 2].map((lane) => speak(devices.filter((_, index) => index % 3 === lane)));
    try {
      return await work();
    } finally {
      over = true;
      await Promise.all(speaking);
    }
  }

  it('moves, releases and removes every device', async () => {
    const macs = devices.map((device) => device.macId);
    await whileTheySpeak(async () => {
      const moved = await fixture.ask(moveDevicesEndpoint, {
        devices: macs,
        existing_network_id: fixture.other._id,
      });
      expect(moved.status, moved.text.slice(0, 300)).to.equal(200);
      await expectExactCounts(fixture);
      const released = await fixture.ask(releaseDevicesEndpoint, { devices: macs });
      expect(released.status, released.text.slice(0, 300)).to.equal(200);
      const removed = await fixture.ask(removeDevicesEndpoint, { devices: macs });
      expect(removed.status, removed.text.slice(0, 300)).to.equal(200);
    });
    expect(await fixture.organisation()).to.include({ deviceCount: 0, unassignedCount: 0 });
    await expectExactCounts(fixture);
    const open = await fixture.api.deps.mongo.models.upgrades.countDocuments({
      organisationId: fixture.org,
      $or: [{ inFlight: true }, { status: '' }],
    });
    expect(open).to.equal(0);
  });
});
