import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import { NOW, useWatchedFleet } from '../watched-fleet.js';

describe('GET /v1/series/online', () => {
  const watched = useWatchedFleet();

  // docs/console-api.md#online_series-1
  it('has one point for each minute in which the worker looked, by network and for all', async () => {
    const { fleet, service } = watched;
    const { clock } = service;
    for (let minute = 0; minute < 3; minute += 1) {
      await fleet.hear(0, 2);
      await fleet.look();
      await fleet.hear(1);
      await fleet.look();
      clock.advance(60);
    }
    clock.advance(120);
    await fleet.look();
    const range = { from: NOW.toISOString(), to: clock.now().toISOString(), step: 60 };
    const all = await fleet.series(range);
    expect(all.points).to.deep.equal([
      { at: '2026-11-30T12:00:00.000Z', up: 2, down: 0 },
      { at: '2026-11-30T12:01:00.000Z', up: 3, down: 0 },
      { at: '2026-11-30T12:02:00.000Z', up: 3, down: 0 },
    ]);
    const ofFirst = await fleet.series({ ...range, network_id: fleet.networks[0] ?? 0 });
    expect(ofFirst.points[1]).to.include({ up: 2 });
    expect(await fleet.series(range, fleet.viewer)).to.deep.equal(ofFirst);
    expect((await fleet.series({ ...range, step: 300 })).points).to.deep.equal([all.points[0]]);
  });

  // docs/console-api.md#online_series-2
  it('keeps coarse points for ranges of a month, with a step of its own', async () => {
    const { fleet, service } = watched;
    await fleet.hear(0);
    await fleet.look();
    service.clock.advance(10 * 86_400);
    await fleet.look();
    const { token } = await makeUser(service.deps, fleet.org);
    const to = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const month = await fleet.series({ from: '2026-11-20T00:00:00Z', to }, token);
    expect(month.points).to.deep.include({ at: NOW.toISOString(), up: 1, down: 0 });
    expect(month.points).to.have.length(2);
    expect(month.step % 60).to.equal(0);
  });

  // docs/console-api.md#online_series-2
  it('has a coarse point for each step in which the worker looked, whenever it did', async () => {
    const { fleet, service } = watched;
    const { clock } = service;
    for (const time of ['12:07:31', '12:16:02', '12:44:59', '13:59:00', '14:03:20']) {
      clock.set(`2026-11-30T${time}Z`);
      await fleet.hear(0);
      await fleet.look();
    }
    clock.set('2026-12-03T15:00:00Z');
    const { token } = await makeUser(service.deps, fleet.org);
    const times = async (step: number): Promise<string[]> => {
      const range = { from: '2026-11-30T12:00:00Z', to: '2026-11-30T15:00:00Z', step };
      return (await fleet.series(range, token)).points.map(({ at }) => at.slice(11, 16));
    };
    expect(await times(900)).to.deep.equal(['12:00', '12:15', '12:30', '13:45', '14:00']);
    expect(await times(7200)).to.deep.equal(['12:00', '14:00']);
  });

  // docs/console-api.md#online_series-3
  it('refuses more than 300 points, a range without a length and a hidden network', async () => {
    const { fleet, service } = watched;
    const from = NOW.toISOString();
    const after = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString();
    const hidden = { from, to: after(1), network_id: fleet.networks[1] ?? 0 };
    const statuses: number[] = [];
    for (const query of [{ from, to: after(301), step: 60 }, { from, to: from }, hidden]) {
      const reply = await service.api.call('GET', '/v1/series/online', { token: fleet.viewer, query });
      statuses.push(reply.status);
    }
    expect(statuses).to.deep.equal([422, 422, 404]);
  });
});
