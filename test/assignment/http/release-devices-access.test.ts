import { expect } from 'chai';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

describe('release_devices access', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const release = (token: string, ...devices: readonly { macId: string }[]) =>
    fixture.ask(releaseDevicesEndpoint, { devices: devices.map((device) => device.macId) }, { token });

  // docs/interface.md#release_devices-tier
  it('answers tier 2 with 403, msg and no code for an assigned device, before it changes anything', async () => {
    const { token } = await fixture.user({ tier: 2 });
    const [assigned, unassigned] = [await fixture.device(), await fixture.device({ network: null })];
    const reply = await release(token, unassigned, assigned);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.have.all.keys('msg');
    expect(await fixture.stored(assigned.macId)).to.include({ locationNetworkId: fixture.network._id });
  });

  // docs/interface.md#release_devices-tier
  it('allows tier 2 to send devices without a network', async () => {
    const { token } = await fixture.user({ tier: 2 });
    expect((await release(token, await fixture.device({ network: null }))).status).to.equal(200);
  });

  // docs/interface.md#release_devices-tier
  it('answers tier 2 with 422 instead of 403 for an assigned device outside the caller’s scope', async () => {
    const { token } = await fixture.user({ tier: 2, networks: [{ id: fixture.other._id, access: 'full' }] });
    const reply = await release(token, await fixture.device());
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.all.keys('msg');
  });

  // docs/interface.md#release_devices-tier
  it('answers tier 2 with 422 and 1026 for blank devices', async () => {
    const { token } = await fixture.user({ tier: 2 });
    expect((await release(token)).body).to.include({ error_code: 1026 });
  });

  it('refuses a viewer with 403 and 1102', async () => {
    const { token } = await fixture.user({ role: 'viewer' });
    const device = await fixture.device();
    const reply = await release(token, device);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await fixture.stored(device.macId)).to.include({ locationNetworkId: fixture.network._id });
  });

  it('refuses a list with a read-only device before it changes anything', async () => {
    const { token } = await fixture.user({
      networks: [
        { id: fixture.network._id, access: 'full' },
        { id: fixture.other._id, access: 'read' },
      ],
    });
    const [mine, readOnly] = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const reply = await release(token, mine, readOnly);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await fixture.stored(mine.macId)).to.include({ locationNetworkId: fixture.network._id });
  });

  it('omits devices outside the caller’s scope', async () => {
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'full' }] });
    const [mine, hidden] = [await fixture.device(), await fixture.device({ network: fixture.other })];
    const reply = await release(token, mine, hidden);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include({ success_devices: [mine.macId], failed_devices: [] });
    expect(await fixture.stored(hidden.macId)).to.include({ locationNetworkId: fixture.other._id });
  });

  it('refuses unassigned devices to a caller without manage_inventory', async () => {
    const { token } = await fixture.user({ manageInventory: false });
    expect((await release(token, await fixture.device({ network: null }))).status).to.equal(403);
    expect((await release(token, await fixture.device())).status).to.equal(200);
  });
});
