import { expect } from 'chai';
import { rolloutFixture } from '../../fixtures/records/rollout-fixture.js';
import { useWatchedFleet, type ShownOverview } from '../watched-fleet.js';

describe('GET /v1/overview', () => {
  const watched = useWatchedFleet();

  // docs/console-api.md#show_overview-1
  it('counts the devices by state, and by part and version, in the networks of the caller', async () => {
    const { fleet, service } = watched;
    const { part, viewer } = fleet;
    expect(await fleet.overview()).to.deep.equal({
      devices: { total: null, up: null, down: null, never_heard: null },
      versions: [],
      clients: null,
      busiest: [],
      attention: [],
      counted_at: null,
    });
    await fleet.hear(0, 1, 2);
    service.clock.advance(200);
    await fleet.hear(0);
    await fleet.look();
    expect(await fleet.overview()).to.deep.equal({
      devices: { total: 6, up: 1, down: 2, never_heard: 3 },
      versions: [
        { part_number: part, version: '1.0.0', count: 5 },
        { part_number: part, version: '2.0.0', count: 1 },
      ],
      clients: null,
      busiest: [],
      attention: [
        { kind: 'devices_down', count: 2, filter: { state: 'down' } },
        { kind: 'devices_never_heard', count: 3, filter: { state: 'never_heard' } },
        { kind: 'devices_unassigned', count: 2, filter: { network_id: 0 } },
      ],
      counted_at: service.clock.now().toISOString(),
    });
    expect((await fleet.overview(viewer)).devices).to.deep.equal({
      total: 2,
      up: 1,
      down: 1,
      never_heard: 0,
    });
  });

  // docs/console-api.md#show_overview-2
  it('has lists with as many devices as each number that needs attention', async () => {
    const { fleet, service } = watched;
    await fleet.hear(0, 1, 2);
    service.clock.advance(200);
    await fleet.look();
    const { attention } = await fleet.overview();
    expect(attention).to.have.length(3);
    for (const { filter, count } of attention) {
      const reply = await service.api.call('GET', '/v1/devices', { token: fleet.token, query: filter });
      expect((reply.body as { meta: { total: number } }).meta.total, JSON.stringify(filter)).to.equal(count);
    }
  });

  // docs/console-api.md#show_overview-2
  it('counts paused rollouts, with the filter of their list', async () => {
    const { service } = watched;
    const fixture = await rolloutFixture(service.api);
    const attention = async (): Promise<ShownOverview['attention']> => {
      const { body } = await fixture.call('GET', '/v1/overview');
      return (body as { data: { overview: ShownOverview } }).data.overview.attention;
    };
    const first = await fixture.started();
    await fixture.started();
    expect(await attention()).to.deep.equal([]);
    expect((await fixture.act(first.id, 'pause')).status).to.equal(200);
    const [paused] = await attention();
    expect(paused).to.deep.equal({ kind: 'rollouts_paused', count: 1, filter: { state: 'Paused' } });
    const { body } = await fixture.call('GET', '/v1/rollouts', { query: paused?.filter ?? {} });
    const { rollouts } = (body as { data: { rollouts: { id: number }[] } }).data;
    expect(rollouts.map(({ id }) => id)).to.deep.equal([first.id]);
  });
});
