import { expect } from 'chai';
import { makeDevices } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { useWatchedFleet, watchedFleet } from '../watched-fleet.js';

interface ShownSite {
  readonly network_id: number;
  readonly network_name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly up: number;
  readonly down: number;
  readonly never_heard: number;
}

interface ShownSites {
  readonly networks: readonly ShownSite[];
  readonly total: number;
  readonly total_is_exact: boolean;
  readonly counted_at: string | null;
}

describe('GET /v1/overview/sites', () => {
  const watched = useWatchedFleet();

  async function sites(token = watched.fleet.token): Promise<ShownSites> {
    const reply = await watched.service.api.call('GET', '/v1/overview/sites', { token });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { sites: ShownSites } }).data.sites;
  }
  const idsOf = ({ networks }: ShownSites): number[] => networks.map(({ network_id: id }) => id);

  // docs/console-api.md#show_sites-1
  // docs/console-api.md#show_sites-2
  it('shows the networks with devices, the largest share of devices down first', async () => {
    const { fleet, service } = watched;
    const [first = 0, second = 0] = fleet.networks;
    expect(await sites()).to.deep.equal({ networks: [], total: 0, total_is_exact: true, counted_at: null });
    const place = { latitude: 53.55, longitude: -9.99 };
    const set = await service.api.call('PATCH', `/v1/networks/${second}`, {
      token: fleet.token,
      body: place,
    });
    expect(set.status, set.text).to.equal(200);
    await makeNetwork(service.deps, fleet.org, { networkName: 'Without devices' });
    await fleet.hear(0, 1, 2);
    service.clock.advance(200);
    await fleet.hear(0, 1);
    await fleet.look();
    const shown = await sites();
    expect(shown.networks.map(({ network_name: _name, ...site }) => site)).to.deep.equal([
      { network_id: second, ...place, up: 0, down: 1, never_heard: 1 },
      { network_id: first, latitude: null, longitude: null, up: 2, down: 0, never_heard: 0 },
    ]);
    expect(shown).to.include({
      total: 2,
      total_is_exact: true,
      counted_at: service.clock.now().toISOString(),
    });

    // All devices of the first network are down now, which is a larger share than half of the second.
    service.clock.advance(200);
    await fleet.look();
    expect(idsOf(await sites())).to.deep.equal([first, second]);
  });

  // docs/console-api.md#show_sites-3
  it('counts the networks of the caller only', async () => {
    const { fleet, service } = watched;
    const other = await watchedFleet(service);
    await fleet.look();
    await other.look();
    expect(idsOf(await sites(fleet.viewer))).to.deep.equal(fleet.networks.slice(0, 1));
    expect(await sites(fleet.viewer)).to.include({ total: 1, total_is_exact: true });
    expect(idsOf(await sites())).to.have.members([...fleet.networks]);
    expect(idsOf(await sites(other.token))).to.have.members([...other.networks]);
  });

  // docs/console-api.md#show_sites-2
  it('has one order for callers of all networks and of some', async () => {
    const { fleet, service } = watched;
    const { deps, clock } = service;
    const { hardwareParts, networks } = deps.mongo.models;
    const part = await hardwareParts.findById(fleet.part).orFail().lean();
    // Devices down and up of each network: equal shares, equal numbers, and none down.
    for (const [down, up] of [
      [1, 2],
      [2, 4],
      [2, 4],
      [0, 3],
      [3, 0],
      [1, 6],
    ] as const) {
      const network = await makeNetwork(deps, fleet.org);
      const at = (index: number) => new Date(clock.now().getTime() - (index < down ? 1_000_000 : 0));
      await makeDevices(deps, fleet.org, down + up, (index) => ({
        part,
        network,
        state: { lastHeartbeatAt: at(index) },
      }));
    }
    await fleet.look();
    const all = await networks.find({ organisationId: fleet.org }).lean();
    const grants = all.map(({ _id: id }) => ({ id, access: 'read' as const }));
    const { token } = await makeUser(deps, fleet.org, { role: 'viewer', networks: grants });
    const shown = await sites();
    expect(shown.networks.map(({ down, up }) => [down, up])).to.deep.equal([
      [3, 0],
      [2, 4],
      [2, 4],
      [1, 2],
      [1, 6],
      [0, 0],
      [0, 0],
      [0, 3],
    ]);
    expect(await sites(token)).to.deep.equal(shown);

    // A network that was deleted since the count is not shown.
    const [gone = 0, ...others] = idsOf(shown);
    await networks.deleteOne({ organisationId: fleet.org, _id: gone });
    expect(idsOf(await sites())).to.deep.equal(others);
  });

  // docs/console-api.md#show_sites-2
  it('shows 500 networks, and says how many there are', async () => {
    const { fleet, service } = watched;
    const { deviceTallies, networks } = service.deps.mongo.models;
    await fleet.look();
    const ids = Array.from({ length: 501 }, (_, index) => 1_000_000 * fleet.org + index);
    const organisationId = fleet.org;
    await networks.insertMany(ids.map((_id) => ({ _id, organisationId, networkName: `Network ${_id}` })));
    const counts = { up: 0, down: 1, neverHeard: 0, versions: [], downShare: 1 };
    await deviceTallies.insertMany(
      ids.map((id) => ({ _id: `${organisationId}:${id}`, organisationId, tallyKey: id, ...counts })),
    );
    const shown = await sites();
    expect(idsOf(shown)).to.deep.equal(ids.slice(0, 500));
    expect(shown).to.include({ total: 503, total_is_exact: true });
  });
});
