import { expect } from 'chai';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { deviceWorld, type DeviceWorld } from '../../fixtures/records/device-world.js';

describe('release_devices: who may', () => {
  let world: DeviceWorld;

  beforeEach(async () => {
    world = await deviceWorld();
  });

  const release = (token: string, ...devices: readonly { macId: string }[]) =>
    world.ask(releaseDevicesEndpoint, { devices: devices.map((device) => device.macId) }, { token });

  it('release_devices, table tier 2: any assigned device is a 403 with a msg and no code, before anything is changed', async () => {
    const { token } = await world.user({ tier: 2 });
    const [assigned, unassigned] = [await world.device(), await world.device({ network: null })];
    const reply = await release(token, unassigned, assigned);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.have.all.keys('msg');
    expect(await world.stored(assigned.macId)).to.include({ locationNetworkId: world.network._id });
  });

  it('release_devices, table tier 2: devices without a network do not matter', async () => {
    const { token } = await world.user({ tier: 2 });
    expect((await release(token, await world.device({ network: null }))).status).to.equal(200);
  });

  it('release_devices, table tier 2: a device that the caller may not see does not matter', async () => {
    const { token } = await world.user({ tier: 2, networks: [{ id: world.other._id, access: 'full' }] });
    const reply = await release(token, await world.device());
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg');
  });

  it('release_devices, table tier 2: blank devices are still a 422 with 1026', async () => {
    const { token } = await world.user({ tier: 2 });
    expect((await release(token)).body).to.include({ error_code: 1026 });
  });

  it('refuses a viewer with 403 and 1102', async () => {
    const { token } = await world.user({ role: 'viewer' });
    const device = await world.device();
    const reply = await release(token, device);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await world.stored(device.macId)).to.include({ locationNetworkId: world.network._id });
  });

  it('refuses a list with a device that may only be read, before anything is changed', async () => {
    const { token } = await world.user({
      networks: [
        { id: world.network._id, access: 'full' },
        { id: world.other._id, access: 'read' },
      ],
    });
    const [mine, readOnly] = [await world.device(), await world.device({ network: world.other })];
    const reply = await release(token, mine, readOnly);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await world.stored(mine.macId)).to.include({ locationNetworkId: world.network._id });
  });

  it('leaves out what the caller may not see', async () => {
    const { token } = await world.user({ networks: [{ id: world.network._id, access: 'full' }] });
    const [mine, hidden] = [await world.device(), await world.device({ network: world.other })];
    const reply = await release(token, mine, hidden);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include({ success_devices: [mine.macId], failed_devices: [] });
    expect(await world.stored(hidden.macId)).to.include({ locationNetworkId: world.other._id });
  });

  it('refuses unassigned devices to a caller without manage_inventory', async () => {
    const { token } = await world.user({ manageInventory: false });
    expect((await release(token, await world.device({ network: null }))).status).to.equal(403);
    expect((await release(token, await world.device())).status).to.equal(200);
  });
});
