import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { Journey, NEW } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';

describe('upgrades, what a heartbeat is answered', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  it('carries the url of the device’s own hardware part, the version and save_prev_config', async () => {
    const world = await stage.world();
    const parts = await Promise.all([makePart(stage.deps), makePart(stage.deps, { _id: 'PN.$odd.1' })]);
    await makeRelease(
      stage.deps,
      world.org,
      '4.0.0',
      parts.map((part) => part._id),
    );
    const devices = await Promise.all(parts.map((part) => world.device({ part })));
    await world.post({ aps: devices.map((device) => `AP:${device._id}`), save_prev_config: '1' });
    await stage.release();
    for (const device of devices) {
      const { _id: id } = await stage.latest(device);
      expect(await stage.beat(device)).to.deep.equal({
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

  it('carries sha256, size and signature of the file from the release that the upgrade was made with', async () => {
    const world = await stage.world();
    const [signed, plain] = await Promise.all([makePart(stage.deps), makePart(stage.deps)]);
    const file = { sha256: 'ab'.repeat(32), size: 7_340_032, signature: 'RWQ+signed' };
    const url = 'https://firmware.example.test/4.1.bin';
    const urls = [
      { partNumber: signed._id, url, ...file },
      { partNumber: plain._id, url },
    ];
    await makeRelease(stage.deps, world.org, '4.1.0', [], { urls });
    const devices = await Promise.all([signed, plain].map((part) => world.device({ part })));
    await world.post({ aps: devices.map((device) => `AP:${device._id}`) });
    await stage.release();
    // A later release of other files changes nothing for this upgrade.
    const later = urls.map((each) => ({ ...each, sha256: 'cd'.repeat(32), size: 1, signature: 'later' }));
    await makeRelease(stage.deps, world.org, '4.2.0', [], { urls: later });
    const orders = await Promise.all(devices.map((device) => stage.beat(device)));
    expect(orders[0]).to.include({ version: '4.1.0', url, ...file });
    expect(orders[1]).to.include({ version: '4.1.0', url, sha256: null, size: null, signature: null });
  });

  it('has the server’s time and when the next heartbeat is due', async () => {
    const journey = await Journey.pending(stage);
    const { status, body } = await stage.heartbeat(journey.device);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      status: 200,
      server_time: stage.clock.now().toISOString(),
      next_heartbeat_in: 60,
      upgrade: null,
    });
  });

  it('is the same upgrade until the device begins, and when it was told first is kept', async () => {
    const journey = await Journey.at(stage, 'told');
    const told = (await journey.now()).toldAt;
    for (let round = 0; round < 3; round += 1) {
      stage.clock.advance(60);
      expect(await journey.says()).to.include({ id: journey.id });
    }
    expect((await journey.now()).toldAt).to.deep.equal(told);
  });

  for (const status of ['Downloading', 'Installing', 'Verifying'] as const) {
    it(`carries no upgrade while the one of the device is ${status}, though another waits`, async () => {
      const journey = await Journey.at(stage, status);
      await journey.world.post({
        aps: [`AP:${journey.device._id}`],
        version: '1.9.0',
        upgrade_type: 'manual',
      });
      await stage.release();
      expect((await stage.latest(journey.device)).status).to.equal('');
      const firmware_version = status === 'Verifying' ? NEW : '1.0.0';
      const state = status === 'Verifying' ? 'success' : status.toLowerCase();
      expect(await journey.says({ firmware_version, upgrade: { id: journey.id, state } })).to.equal(null);
    });
  }

  it('carries no upgrade when the release has lost the url of the hardware part', async () => {
    const journey = await Journey.at(stage, 'Queued');
    await stage.deps.mongo.models.firmwareReleases.updateMany(
      { organisationId: journey.world.org },
      { $set: { urls: [] } },
    );
    expect(await journey.says()).to.equal(null);
    expect((await journey.now()).status).to.equal('Queued');
  });

  it('is 401 for a wrong key and for an unknown MAC alike, and 404 with 1011 once the device is removed', async () => {
    const journey = await Journey.at(stage, 'Queued');
    const stranger = { ...journey.device, deviceKey: 'wrong' };
    const nobody = { ...journey.device, macId: '02:00:00:00:00:01' };
    expect((await stage.heartbeat(stranger)).status).to.equal(401);
    expect((await stage.heartbeat(nobody)).status).to.equal(401);
    expect((await journey.now()).toldAt).to.equal(null);
    await journey.world.call('POST', '/v1/access_points/remove_devices', {
      body: { devices: [journey.device.macId] },
    });
    const { status, body } = await stage.heartbeat(journey.device);
    expect(status).to.equal(404);
    expect(body).to.include({ error_code: 1011 });
  });
});
