import { expect } from 'chai';
import { makeDevice, makePart } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeTag } from '../../fixtures/records/organisation.js';
import { Mover, type FleetRows } from './mover.js';

const LOBBY = '02:4D:45:00:00:01';

describe('the ids of a converted fleet', () => {
  let mover: Mover;
  let files: readonly string[];
  beforeEach(async () => {
    mover = await Mover.open();
    files = await Mover.files('meraki');
  });
  afterEach(() => mover.close());

  const idsOf = (fleet: FleetRows, section: string): unknown[] =>
    (fleet[section] ?? []).map((row) => row['id']);
  const convert = async (firstId?: number): Promise<FleetRows> => {
    const { code, lines } = await mover.convert('meraki', files, firstId);
    expect(code, lines.join('\n')).to.equal(0);
    return mover.fleet();
  };

  // docs/moving.md#moving-3
  it('begin at the first id, and never occur in two files', async () => {
    const first = await convert(700);
    expect(idsOf(first, 'networks')).to.deep.equal([700, 701]);
    expect(idsOf(first, 'devices')).to.deep.equal([700, 701, 702]);
    const second = await convert(700);
    expect(idsOf(second, 'networks')).to.deep.equal([702, 703]);
    const { stores } = mover.installation.api.deps;
    expect(await stores.ids.reserve('networks')).to.equal(704);
  });

  it('are above those that the installation has given to others', async () => {
    const { deps } = mover.installation.api;
    const other = await makeOrganisation(deps);
    const made = await makeNetwork(deps, other._id);
    const fleet = await convert(1);
    for (const id of idsOf(fleet, 'networks')) expect(id).to.be.greaterThan(made._id);
    await mover.import();
    expect(await deps.mongo.models.networks.findById(made._id).lean()).to.include({
      organisationId: other._id,
    });
  });

  // docs/moving.md#moving-2
  it('are those of stored networks and tags with the name, in any composition, and of devices with the MAC', async () => {
    const { deps } = mover.installation.api;
    const { organisationId } = mover;
    const network = await makeNetwork(deps, organisationId, {
      networkName: 'Harbour Hôtel'.normalize('NFD'),
    });
    const tag = await makeTag(deps, organisationId, 'coast');
    const own = await makeTag(deps, organisationId, 'ours');
    const part = await makePart(deps);
    const device = await makeDevice(deps, organisationId, { macId: LOBBY, part, tags: [own] });
    const fleet = await convert();
    expect(idsOf(fleet, 'networks')[0]).to.equal(network._id);
    expect(idsOf(fleet, 'tags')).to.include(tag._id);
    const lobby = fleet['devices']?.find((row) => row['mac_id'] === LOBBY);
    expect(lobby).to.include({ id: device._id, part_number: part._id, location_network_id: network._id });
    expect(lobby?.['tag_ids']).to.include.members([own._id, tag._id]);
  });

  it('leave out a device of another organisation', async () => {
    const { deps } = mover.installation.api;
    const other = await makeOrganisation(deps);
    await makeDevice(deps, other._id, { macId: LOBBY });
    const { lines } = await mover.convert('meraki', files);
    expect(lines).to.include('devices.json: [0] is left out: its MAC belongs to another organisation');
    expect((await mover.fleet())['devices']).to.have.length(2);
    await mover.import();
  });
});
