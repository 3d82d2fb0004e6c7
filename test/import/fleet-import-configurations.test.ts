import { expect } from 'chai';
import { deviceEntry, FleetFixture, macOf, smallFleet, type Fleet } from '../fixtures/records/fleet.js';
import { ssidEntry } from './entries.js';

const DEVICES = [
  deviceEntry(1, { name: 'One', location_network_id: 1, tag_ids: [1] }),
  deviceEntry(2, { name: 'Two', part_number: 'SW-1' }),
];

describe('an imported change', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
    await fixture.import({ ...smallFleet(), devices: DEVICES, network_ssids: [ssidEntry(1)] });
  });
  after(() => fixture.close());

  /** The sequences of network 1 and of both devices. */
  async function sequences(): Promise<number[]> {
    const network = await fixture.models.networkConfigurations.findById(1).lean();
    const devices = await fixture.models.devices.find({}).sort({ _id: 1 }).lean();
    return [network?.seq ?? 0, ...devices.map(({ configurationSeq = 0 }) => configurationSeq)];
  }

  const uplink = { id: 1, organisation_id: 1, router_inventory_id: 1, created_at: '2026-01-01T00:00:00Z' };
  const [network] = smallFleet().networks;
  const changes: readonly [what: string, fleet: Fleet, growth: readonly number[]][] = [
    ['of an SSID', { network_ssids: [ssidEntry(1, { is_hidden: true })] }, [1, 0, 0]],
    ['that adds SSIDs', { network_ssids: [ssidEntry(2), ssidEntry(3)] }, [1, 0, 0]],
    ['of a time zone', { networks: [{ ...network, time_zone: 'Europe/Berlin' }] }, [1, 0, 0]],
    ['of radio settings', { networks: [{ ...network, radio: { country: 'DE' } }] }, [1, 0, 0]],
    [
      'of the radio settings of a device',
      { devices: [deviceEntry(1, { radio: { country: 'DE' } })] },
      [0, 1, 0],
    ],
    ['of the name of a network', { networks: [{ ...network, network_name: 'New' }] }, [0, 0, 0]],
    ['of the name of a device', { devices: [deviceEntry(1, { name: 'New' })] }, [0, 1, 0]],
    ['of the part of a device', { devices: [deviceEntry(1, { part_number: 'SW-1' })] }, [0, 1, 0]],
    ['of tags', { devices: [deviceEntry(1, { tag_ids: [2] })] }, [0, 1, 0]],
    ['of the network of a device', { devices: [deviceEntry(1, { location_network_id: 2 })] }, [0, 1, 0]],
    ['that adds an uplink', { uplinks: [{ ...uplink, details: { uplink_type: '1' } }] }, [0, 1, 0]],
    [
      'of the ports of a switch',
      { switch_configurations: [{ mac_id: macOf(2), ports: [{ name: 'uplink', port_number: 1 }] }] },
      [0, 0, 1],
    ],
  ];
  for (const [what, fleet, growth] of changes)
    it(`${what} raises the sequences of the configurations that it changes, once`, async () => {
      const before = await sequences();
      const after = before.map((seq, index) => seq + (growth[index] ?? 0));
      await fixture.import(fleet);
      expect(await sequences()).to.deep.equal(after);
      await fixture.import(fleet);
      expect(await sequences()).to.deep.equal(after);
    });

  // docs/configuration.md#edit-first
  it('that adds the SSIDs of a network leaves it without a base, and the next import keeps them as its base', async () => {
    const base = async () => (await fixture.models.networkConfigurations.findById(2).orFail().lean()).base;
    const added = [8, 9].map((id) => ssidEntry(id, { network_id: 2 }));
    for (const entry of added) {
      // Both writes carry the same time, as those of one import do.
      await fixture.import({ network_ssids: [entry] });
      expect(await base()).to.equal(null);
    }
    await fixture.import(
      { network_ssids: [ssidEntry(9, { network_id: 2, is_hidden: true })] },
      new Date('2126-06-02T12:00:00Z'),
    );
    expect(await base()).to.deep.include({ seq: 2 });
    expect((await base())?.ssids)
      .to.have.length(1)
      .and.have.nested.property('[0].before._id', 9);
  });

  it('of an SSID is dated when it is written, not when the import began', async () => {
    const before = new Date();
    await fixture.import({ network_ssids: [ssidEntry(1, { is_isolate: true })] });
    const { changedAt } = await fixture.models.networkConfigurations.findById(1).orFail().lean();
    expect(changedAt).to.be.at.least(before);
  });
});
