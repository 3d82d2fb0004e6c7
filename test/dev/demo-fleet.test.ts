import { expect } from 'chai';
import { LATEST_VERSION, SWITCH_SMALL, UNRELEASED_VERSION } from '../../dev/demo/demo-catalogue.js';
import { AGENT_DEVICE_ID, UCENTRAL_DEVICE_IDS } from '../../dev/demo/demo-devices.js';
import { AGENT_NETWORK_ID, AGENT_SSID_ID, demoFleet, demoSimulation } from '../../dev/demo/demo-fleet.js';
import { HOTELS, WAVE_1 } from '../../dev/demo/demo-organisations.js';

describe('the demo fleet', () => {
  const fleet = demoFleet();
  const wave = fleet.devices.filter((device) => device.tag_ids.includes(WAVE_1));

  it('is the same on every call', () => {
    expect(demoFleet()).to.deep.equal(fleet);
  });

  it('has 200 devices, spare capacity, and every hardware part', () => {
    const hotels = fleet.devices.filter((device) => device.organisation_id === HOTELS);
    expect(hotels).to.have.length(200);
    expect(fleet.organisations[0]?.no_of_aps).to.be.above(200);
    expect(new Set(hotels.map((device) => device.part_number)).size).to.equal(fleet.hardware_parts.length);
  });

  it('has the agent alone of its part, in the network of the SSID that the demo edits', () => {
    const agent = fleet.devices.find(({ id }) => id === AGENT_DEVICE_ID);
    expect(agent?.location_network_id).to.equal(AGENT_NETWORK_ID);
    expect(fleet.devices.filter((device) => device.part_number === agent?.part_number)).to.have.length(1);
    const ssid = fleet.network_ssids.find(({ id }) => id === AGENT_SSID_ID);
    expect(ssid?.network_id).to.equal(AGENT_NETWORK_ID);
  });

  it('has users of every role with unique emails', () => {
    const roles = fleet.users.filter((user) => user.organisation_id === HOTELS).map((user) => user.role);
    expect(roles).to.include.members(['super_admin', 'admin', 'operator', 'viewer']);
    expect(new Set(fleet.users.map((user) => user.email)).size).to.equal(fleet.users.length);
  });

  it('has a unique key or a certificate for every device in the master inventory', () => {
    const withKey = fleet.master_inventory.filter(({ identity }) => identity === undefined);
    const keys = withKey.map((device) => device.device_key);
    expect(new Set(keys).size).to.equal(keys.length);
    expect(keys).not.to.include(undefined);
    expect(fleet.master_inventory.length - keys.length).to.equal(UCENTRAL_DEVICE_IDS.size);
    const built = new Set(fleet.master_inventory.map((device) => device.mac_id));
    expect(fleet.devices.every((device) => built.has(device.mac_id))).to.equal(true);
    expect(fleet.master_inventory.length).to.be.above(fleet.devices.length);
  });

  it('has a latest release for every device of the first wave, and none for the small switch', () => {
    const latest = fleet.firmware_releases.find((release) => release.version === LATEST_VERSION);
    expect(latest?.url).not.to.have.property(SWITCH_SMALL);
    expect(wave.every((device) => device.part_number in (latest?.url ?? {}))).to.equal(true);
    const unreleased = fleet.firmware_releases.find((release) => release.version === UNRELEASED_VERSION);
    expect(unreleased?.is_released).to.equal(false);
  });

  it('covers every final status of an upgrade in the first wave', () => {
    const inWave = new Set(wave.map((device) => device.mac_id));
    const specs = demoSimulation(fleet).filter((spec) => inWave.has(spec.macId));
    const kinds = specs.map(({ behaviour }) => behaviour.kind);
    for (const kind of [
      'normal',
      'slow',
      'off',
      'dropsOff',
      'failsDownload',
      'failsInstall',
      'wrongVersion',
    ]) {
      expect(kinds).to.include(kind);
    }
    expect(specs.filter((spec) => spec.firmwareVersion === LATEST_VERSION)).not.to.be.empty;
    expect(kinds.filter((kind) => kind === 'normal').length).to.be.above(kinds.length * 0.8);
  });
});
