import { expect } from 'chai';
import type { ApiDeps } from '../../../api/deps.js';
import type { Caller } from '../../../shared/access/domain/access.js';
import { applyConfiguration } from '../../../shared/configuration/operations/apply-configuration.js';
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
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';

/** Each operation runs for both numbers of devices: the commands do not depend on it. */
const SIZES = [2, 400];

/** The commands that change the network of devices. */
const NETWORK_CHANGE = [
  'find devices',
  'find upgrades',
  'find devices',
  'update upgrades',
  'update devices',
  'update organisations',
  'update networks',
  'update audit_entries',
  'commitTransaction',
  'find upgrades',
];

describe('device database round trips', () => {
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
  async function trips(run: (deps: ApiDeps, caller: Caller) => Promise<unknown>): Promise<string[]> {
    const { deps } = fixture.api;
    return (await countRoundTrips(deps, () => run(deps, fixture.admin.caller))).commands;
  }

  for (const size of SIZES) {
    it(`are 12 to provision ${size} new devices`, async () => {
      const macs = await fixture.built(size);
      const request = { networkId: String(fixture.network._id), macs };
      const commands = await trips((deps, caller) => provisionDevices(deps, caller, request));
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
        'update audit_entries',
        'commitTransaction',
        'find device_states',
      ]);
    });

    it(`are 13 to provision ${size} unassigned devices`, async () => {
      const devices = await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      const request = { networkId: String(fixture.network._id), macs: macsOf(devices) };
      const commands = await trips((deps, caller) => provisionDevices(deps, caller, request));
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
        'update audit_entries',
        'commitTransaction',
        'find upgrades',
        'find device_states',
      ]);
    });

    it(`are 10 to release ${size} devices`, async () => {
      const macs = macsOf(await made(size));
      const commands = await trips((deps, caller) => releaseDevices(deps, caller, macs));
      expect(commands).to.deep.equal(NETWORK_CHANGE);
    });

    it(`are 12 to move ${size} devices by MAC`, async () => {
      const request = { devices: macsOf(await made(size)), networkId: String(fixture.other._id) };
      const commands = await trips((deps, caller) => moveDevices(deps, caller, request));
      expect(commands).to.deep.equal(['find networks', ...NETWORK_CHANGE, 'find device_states']);
    });

    it(`are 14 to remove ${size} devices`, async () => {
      const macs = macsOf(await made(size));
      const commands = await trips((deps, caller) => removeDevices(deps, caller, macs));
      expect(commands).to.deep.equal([
        'find devices',
        'find upgrades',
        'find devices',
        'delete devices',
        'delete device_states',
        'delete uplinks',
        'delete switch_configurations',
        'delete master_inventory',
        'update master_inventory',
        'update organisations',
        'update networks',
        'update audit_entries',
        'commitTransaction',
        'update upgrades',
      ]);
    });

    it(`are 10 to configure ${size} devices`, async () => {
      const macs = macsOf(await made(size));
      const { name } = await makeTemplate(fixture.api.deps, fixture.org, ['1', '2']);
      const request = { macs, templateName: name, templateId: null };
      const commands = await trips((deps, caller) => applyConfiguration(deps, caller, request));
      expect(commands).to.deep.equal([
        'find devices',
        'find init_templates',
        'find hardware_parts',
        'findAndModify counters',
        'update devices',
        'update uplinks',
        'insert uplinks',
        'insert device_events',
        'update audit_entries',
        'commitTransaction',
      ]);
    });

    it(`are 3 to list ${size} devices`, async () => {
      await made(size);
      const request = { page: 1, perPage: 1000 };
      const commands = await trips((deps, caller) => listInventory(deps, caller, request));
      expect(commands).to.have.members(['find organisations', 'find devices', 'find device_states']);
    });

    it(`are 1 query to look up ${size} serials`, async () => {
      const serials = (await made(size)).map((device) => device.routerSerialNumber);
      expect(await trips((deps) => findBuiltDevices(deps, serials))).to.deep.equal(['find master_inventory']);
    });
  }

  it('are 2 for current_status, and 3 for a switch', async () => {
    const part = await makePart(fixture.api.deps, { isSwitch: true });
    const [device, aSwitch] = [await fixture.device(), await fixture.device({ part })];
    const status = ({ macId }: TestDevice) => trips((deps, caller) => currentStatus(deps, caller, macId));
    expect(await status(device)).to.deep.equal(['find devices', 'find device_states']);
    expect(await status(aSwitch)).to.have.members([
      'find devices',
      'find device_states',
      'find switch_configurations',
    ]);
  });

  it('repeat only the batch commands to provision 2,100 devices', async () => {
    const request = { networkId: String(fixture.network._id), macs: await fixture.built(2100) };
    const commands = await trips((deps, caller) => provisionDevices(deps, caller, request));
    expect(commands.filter((command) => command === 'commitTransaction')).to.have.length(3);
    expect(commands).to.have.length(2 + 3 * 10);
  });
});
