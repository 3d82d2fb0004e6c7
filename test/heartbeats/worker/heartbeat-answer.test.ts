import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { TrackedUpgrade, NEW } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

describe('upgrades, the answer to a heartbeat', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  // docs/interface.md#heartbeat-1
  it('carries the url of the device’s own hardware part, the version and save_prev_config', async () => {
    const fixture = await service.fixture();
    const parts = await Promise.all([makePart(service.deps), makePart(service.deps, { _id: 'PN.$odd.1' })]);
    await makeRelease(
      service.deps,
      fixture.org,
      '4.0.0',
      parts.map((part) => part._id),
    );
    const devices = await Promise.all(parts.map((part) => fixture.device({ part })));
    await fixture.post({ aps: devices.map((device) => `AP:${device._id}`), save_prev_config: '1' });
    await service.dispatch();
    for (const device of devices) {
      const { _id: id } = await service.latest(device);
      expect(await service.acceptedHeartbeat(device)).to.deep.equal({
        id,
        version: '4.0.0',
        url: `https://firmware.example.test/${device.partNumber}/4.0.0.bin`,
        sha256: null,
        size: null,
        signature: null,
        save_prev_config: true,
      });
    }
  });

  it('carries sha256, size and signature of the file from the release the upgrade was created with', async () => {
    const fixture = await service.fixture();
    const [signed, plain] = await Promise.all([makePart(service.deps), makePart(service.deps)]);
    const file = { sha256: 'ab'.repeat(32), size: 7_340_032, signature: 'RWQ+signed' };
    const url = 'https://firmware.example.test/4.1.bin';
    const urls = [
      { partNumber: signed._id, url, ...file },
      { partNumber: plain._id, url },
    ];
    await makeRelease(service.deps, fixture.org, '4.1.0', [], { urls });
    const devices = await Promise.all([signed, plain].map((part) => fixture.device({ part })));
    await fixture.post({ aps: devices.map((device) => `AP:${device._id}`) });
    await service.dispatch();
    // A later release with other files does not change this upgrade.
    const later = urls.map((each) => ({ ...each, sha256: 'cd'.repeat(32), size: 1, signature: 'later' }));
    await makeRelease(service.deps, fixture.org, '4.2.0', [], { urls: later });
    const orders = await Promise.all(devices.map((device) => service.acceptedHeartbeat(device)));
    expect(orders[0]).to.include({ version: '4.1.0', url, ...file });
    expect(orders[1]).to.include({ version: '4.1.0', url, sha256: null, size: null, signature: null });
  });

  it('carries the time of the server and the interval to the next heartbeat', async () => {
    const tracked = await TrackedUpgrade.pending(service);
    const { status, body } = await service.heartbeat(tracked.device);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      status: 200,
      server_time: service.clock.now().toISOString(),
      next_heartbeat_in: 60,
      upgrade: null,
    });
  });

  it('repeats the upgrade until the device begins, and keeps the time of the first offer', async () => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    const offeredAt = (await tracked.now()).offeredAt;
    for (let round = 0; round < 3; round += 1) {
      service.clock.advance(60);
      expect(await tracked.heartbeat()).to.include({ id: tracked.id });
    }
    expect((await tracked.now()).offeredAt).to.deep.equal(offeredAt);
  });

  for (const status of ['Downloading', 'Installing', 'Verifying'] as const) {
    it(`carries no upgrade while one is ${status}, though another waits`, async () => {
      const tracked = await TrackedUpgrade.at(service, status);
      await tracked.fixture.post({
        aps: [`AP:${tracked.device._id}`],
        version: '1.9.0',
        upgrade_type: 'manual',
      });
      await service.dispatch();
      expect((await service.latest(tracked.device)).status).to.equal('');
      const firmware_version = status === 'Verifying' ? NEW : '1.0.0';
      const state = status === 'Verifying' ? 'success' : status.toLowerCase();
      expect(await tracked.heartbeat({ firmware_version, upgrade: { id: tracked.id, state } })).to.equal(
        null,
      );
    });
  }

  it('carries no upgrade, which is skipped, when the release has lost the url of the hardware part', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    await service.deps.mongo.models.firmwareReleases.updateMany(
      { organisationId: tracked.fixture.org },
      { $set: { urls: [] } },
    );
    expect(await tracked.heartbeat()).to.equal(null);
    expect(await tracked.now()).to.include({ status: 'Skipped', cause: 'no_firmware' });
  });

  // docs/interface.md#heartbeat-2
  it('is 401 for a wrong key and for an unknown MAC, and 404 with 1011 for a removed device', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    const stranger = { ...tracked.device, deviceKey: 'wrong' };
    const nobody = { ...tracked.device, macId: '02:00:00:00:00:01' };
    expect((await service.heartbeat(stranger)).status).to.equal(401);
    expect((await service.heartbeat(nobody)).status).to.equal(401);
    expect((await tracked.now()).offeredAt).to.equal(null);
    await tracked.fixture.call('POST', '/v1/access_points/remove_devices', {
      body: { devices: [tracked.device.macId] },
    });
    const { status, body } = await service.heartbeat(tracked.device);
    expect(status).to.equal(404);
    expect(body).to.include({ error_code: 1011 });
  });
});
