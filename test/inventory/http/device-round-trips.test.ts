import { expect } from 'chai';
import { applyConfiguration } from '../../../shared/inventory/operations/apply-configuration.js';
import { currentStatus } from '../../../shared/status/operations/current-status.js';
import { findBuiltDevices } from '../../../shared/inventory/operations/find-built-devices.js';
import { listInventory } from '../../../shared/search/operations/list-inventory.js';
import { moveDevices } from '../../../shared/assignment/operations/move-devices.js';
import { provisionDevices } from '../../../shared/assignment/operations/provision-devices.js';
import { releaseDevices } from '../../../shared/assignment/operations/release-devices.js';
import { removeDevices } from '../../../shared/assignment/operations/remove-devices.js';
import { makeDevices, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { deviceWorld, type DeviceWorld } from '../../fixtures/records/device-world.js';
import { countRoundTrips } from '../../fixtures/round-trips.js';

/** Each is run for this many devices: what is asserted for both does not depend on their number. */
const SIZES = [2, 400];

describe('round trips to the database', () => {
  let world: DeviceWorld;

  beforeEach(async () => {
    world = await deviceWorld({ noOfAps: 10_000 });
  });

  const made = (count: number): Promise<TestDevice[]> =>
    makeDevices(world.api.deps, world.org, count, (index) => ({
      part: world.part,
      network: index % 2 === 0 ? world.network : null,
    }));
  const macsOf = (devices: readonly TestDevice[]): string[] => devices.map((device) => device.macId);
  async function trips(run: () => Promise<unknown>): Promise<string[]> {
    return (await countRoundTrips(world.api.deps, run)).commands;
  }

  for (const size of SIZES) {
    it(`provisioning of ${size} new devices takes 11`, async () => {
      const { deps } = world.api;
      const macs = await world.built(size);
      const request = { networkId: String(world.network._id), macs };
      const commands = await trips(() => provisionDevices(deps, world.admin.caller, request));
      expect(commands).to.have.members([
        'find networks',
        'find organisations',
        'find master_inventory',
        'findAndModify counters',
        'update organisations',
        'update master_inventory',
        'insert devices',
        'insert device_states',
        'update networks',
        'commitTransaction',
        'find device_states',
      ]);
    });

    it(`provisioning of ${size} unassigned devices takes 12`, async () => {
      const { deps } = world.api;
      const devices = await makeDevices(deps, world.org, size, () => ({ part: world.part }));
      const request = { networkId: String(world.network._id), macs: macsOf(devices) };
      const commands = await trips(() => provisionDevices(deps, world.admin.caller, request));
      expect(commands).to.have.members([
        'find networks',
        'find organisations',
        'find master_inventory',
        'find devices',
        'find devices',
        'update upgrades',
        'update devices',
        'update organisations',
        'update networks',
        'commitTransaction',
        'find upgrades',
        'find device_states',
      ]);
    });

    it(`release_devices of ${size} takes 9`, async () => {
      const { deps } = world.api;
      const macs = macsOf(await made(size));
      const commands = await trips(() => releaseDevices(deps, world.admin.caller, macs));
      expect(commands).to.deep.equal([
        'find devices',
        'find upgrades',
        'find devices',
        'update upgrades',
        'update devices',
        'update organisations',
        'update networks',
        'commitTransaction',
        'find upgrades',
      ]);
    });

    it(`move_devices of ${size} by MAC takes 11`, async () => {
      const { deps } = world.api;
      const request = { devices: macsOf(await made(size)), networkId: String(world.other._id) };
      const commands = await trips(() => moveDevices(deps, world.admin.caller, request));
      expect(commands).to.deep.equal([
        'find networks',
        'find devices',
        'find upgrades',
        'find devices',
        'update upgrades',
        'update devices',
        'update organisations',
        'update networks',
        'commitTransaction',
        'find upgrades',
        'find device_states',
      ]);
    });

    it(`remove_devices of ${size} takes 13`, async () => {
      const { deps } = world.api;
      const macs = macsOf(await made(size));
      const commands = await trips(() => removeDevices(deps, world.admin.caller, macs));
      expect(commands).to.deep.equal([
        'find devices',
        'find upgrades',
        'find devices',
        'update upgrades',
        'delete devices',
        'delete device_states',
        'delete uplinks',
        'delete switch_configurations',
        'update master_inventory',
        'update organisations',
        'update networks',
        'commitTransaction',
        'update upgrades',
      ]);
    });

    it(`apply_configuration to ${size} devices takes 8`, async () => {
      const { deps } = world.api;
      const macs = macsOf(await made(size));
      const { name } = await makeTemplate(deps, world.org, ['1', '2']);
      const request = { macs, templateName: name, templateId: null };
      const commands = await trips(() => applyConfiguration(deps, world.admin.caller, request));
      expect(commands).to.deep.equal([
        'find devices',
        'find init_templates',
        'find hardware_parts',
        'findAndModify counters',
        'update devices',
        'update uplinks',
        'insert uplinks',
        'commitTransaction',
      ]);
    });

    it(`list_inventory of ${size} devices takes 4`, async () => {
      const { deps } = world.api;
      await made(size);
      const request = { page: 1, perPage: 1000 };
      const commands = await trips(() => listInventory(deps, world.admin.caller, request));
      expect(commands).to.have.members([
        'find organisations',
        'find firmware_revisions',
        'find devices',
        'find device_states',
      ]);
    });

    it(`get_devices_from_serial of ${size} serials takes 1`, async () => {
      const { deps } = world.api;
      const serials = (await made(size)).map((device) => device.routerSerialNumber);
      expect(await trips(() => findBuiltDevices(deps, serials))).to.deep.equal(['find master_inventory']);
    });
  }

  it('current_status takes 2, and 3 for a switch', async () => {
    const { deps } = world.api;
    const part = await makePart(deps, { isSwitch: true });
    const [device, aSwitch] = [await world.device(), await world.device({ part })];
    const status = ({ macId }: TestDevice) => trips(() => currentStatus(deps, world.admin.caller, macId));
    expect(await status(device)).to.deep.equal(['find devices', 'find device_states']);
    expect(await status(aSwitch)).to.have.members([
      'find devices',
      'find device_states',
      'find switch_configurations',
    ]);
  });

  it('provisioning of 2,500 devices takes three times as many batches, not more of anything else', async () => {
    const { deps } = world.api;
    const request = { networkId: String(world.network._id), macs: await world.built(2500) };
    const commands = await trips(() => provisionDevices(deps, world.admin.caller, request));
    expect(commands.filter((command) => command === 'commitTransaction')).to.have.length(3);
    expect(commands).to.have.length(2 + 3 * 9);
  });
});
