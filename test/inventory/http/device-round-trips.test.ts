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
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { countRoundTrips } from '../../fixtures/round-trips.js';

/** Each is run for this many devices: what is asserted for both does not depend on their number. */
const SIZES = [2, 400];

describe('round trips to the database', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture({ noOfAps: 10_000 });
  });

  const made = (count: number): Promise<TestDevice[]> =>
    makeDevices(fixture.api.deps, fixture.org, count, (index) => ({
      part: fixture.part,
      network: index % 2 === 0 ? fixture.network : null,
    }));
  const macsOf = (devices: readonly TestDevice[]): string[] => devices.map((device) => device.macId);
  async function trips(run: () => Promise<unknown>): Promise<string[]> {
    return (await countRoundTrips(fixture.api.deps, run)).commands;
  }

  for (const size of SIZES) {
    it(`provisioning of ${size} new devices takes 11`, async () => {
      const { deps } = fixture.api;
      const macs = await fixture.built(size);
      const request = { networkId: String(fixture.network._id), macs };
      const commands = await trips(() => provisionDevices(deps, fixture.admin.caller, request));
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
      const { deps } = fixture.api;
      const devices = await makeDevices(deps, fixture.org, size, () => ({ part: fixture.part }));
      const request = { networkId: String(fixture.network._id), macs: macsOf(devices) };
      const commands = await trips(() => provisionDevices(deps, fixture.admin.caller, request));
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
      const { deps } = fixture.api;
      const macs = macsOf(await made(size));
      const commands = await trips(() => releaseDevices(deps, fixture.admin.caller, macs));
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
      const { deps } = fixture.api;
      const request = { devices: macsOf(await made(size)), networkId: String(fixture.other._id) };
      const commands = await trips(() => moveDevices(deps, fixture.admin.caller, request));
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
      const { deps } = fixture.api;
      const macs = macsOf(await made(size));
      const commands = await trips(() => removeDevices(deps, fixture.admin.caller, macs));
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
      const { deps } = fixture.api;
      const macs = macsOf(await made(size));
      const { name } = await makeTemplate(deps, fixture.org, ['1', '2']);
      const request = { macs, templateName: name, templateId: null };
      const commands = await trips(() => applyConfiguration(deps, fixture.admin.caller, request));
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
      const { deps } = fixture.api;
      await made(size);
      const request = { page: 1, perPage: 1000 };
      const commands = await trips(() => listInventory(deps, fixture.admin.caller, request));
      expect(commands).to.have.members([
        'find organisations',
        'find firmware_revisions',
        'find devices',
        'find device_states',
      ]);
    });

    it(`get_devices_from_serial of ${size} serials takes 1`, async () => {
      const { deps } = fixture.api;
      const serials = (await made(size)).map((device) => device.routerSerialNumber);
      expect(await trips(() => findBuiltDevices(deps, serials))).to.deep.equal(['find master_inventory']);
    });
  }

  it('current_status takes 2, and 3 for a switch', async () => {
    const { deps } = fixture.api;
    const part = await makePart(deps, { isSwitch: true });
    const [device, aSwitch] = [await fixture.device(), await fixture.device({ part })];
    const status = ({ macId }: TestDevice) => trips(() => currentStatus(deps, fixture.admin.caller, macId));
    expect(await status(device)).to.deep.equal(['find devices', 'find device_states']);
    expect(await status(aSwitch)).to.have.members([
      'find devices',
      'find device_states',
      'find switch_configurations',
    ]);
  });

  it('provisioning of 2,500 devices takes three times as many batches, not more of anything else', async () => {
    const { deps } = fixture.api;
    const request = { networkId: String(fixture.network._id), macs: await fixture.built(2500) };
    const commands = await trips(() => provisionDevices(deps, fixture.admin.caller, request));
    expect(commands.filter((command) => command === 'commitTransaction')).to.have.length(3);
    expect(commands).to.have.length(2 + 3 * 9);
  });
});
