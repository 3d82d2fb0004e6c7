import { expect } from 'chai';
import type { CallOptions } from '../../fixtures/api.js';
import { NOW, useWatchedFleet } from '../watched-fleet.js';

const RADIO = { name: 'phy0', band: '2g', on: true, up: true, width_mhz: 20, crashes: 0 };

describe('clients and traffic', () => {
  const watched = useWatchedFleet();

  /** A heartbeat of a device with two radios. */
  async function beat(index: number, clients: number, bytes = 0, more: object = {}): Promise<void> {
    const device = watched.fleet.devices[index];
    if (!device) throw new Error('There is no such device');
    const radios = [
      { ...RADIO, channel: 6, busy_percent: 20, clients },
      { ...RADIO, name: 'phy1', band: '5g', channel: 36, busy_percent: 30 + index, clients: 0 },
    ];
    const wifi = { radios, clients, rx_bytes: bytes, tx_bytes: 2 * bytes };
    await watched.service.acceptedHeartbeat(device, { wifi, mem_free_kb: 41_200, ...more });
  }
  async function get<Data>(path: string, query: CallOptions['query'] = {}, token = watched.fleet.token) {
    const reply = await watched.service.api.call('GET', path, { token, query });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: Data }).data;
  }
  async function series(kind: string, query: CallOptions['query'] = {}, token?: string): Promise<object[]> {
    const range = { from: NOW.toISOString(), to: watched.service.clock.now().toISOString(), step: 60 };
    const path = `/v1/series/${kind}`;
    return (await get<{ series: { points: object[] } }>(path, { ...range, ...query }, token)).series.points;
  }

  // docs/console-api.md#clients_series-1
  // docs/console-api.md#show_overview-3
  it('counts the clients of devices that are up, by network and for all', async () => {
    const { fleet, service } = watched;
    const { clock } = service;
    await fleet.hear(1);
    await fleet.look();
    clock.advance(60);
    await beat(0, 3);
    await beat(2, 5);
    await fleet.look();
    // The first device is down, and the other one no longer sends its radios.
    clock.advance(240);
    await fleet.hear(2, 3);
    await fleet.look();
    clock.advance(60);
    await beat(2, 0);
    await fleet.look();
    clock.advance(60);
    const at = (minute: number): string => new Date(NOW.getTime() + minute * 60_000).toISOString();
    expect(await series('clients')).to.deep.equal([
      { at: at(1), clients: 8 },
      { at: at(6), clients: 0 },
    ]);
    const first = [{ at: at(1), clients: 3 }];
    expect(await series('clients', { network_id: fleet.networks[0] ?? 0 })).to.deep.equal(first);
    expect(await series('clients', {}, fleet.viewer)).to.deep.equal(first);
  });

  // docs/console-api.md#show_overview-3
  it('names the networks with most clients that the caller sees', async () => {
    const { fleet } = watched;
    expect(await fleet.overview()).to.deep.include({ clients: null, busiest: [] });
    await beat(0, 3);
    await beat(2, 5);
    await beat(4, 9);
    await fleet.look();
    const { clients, busiest } = await fleet.overview();
    expect(clients).to.equal(17);
    expect(busiest.map(({ network_id: id, clients: most }) => [id, most])).to.deep.equal([
      [fleet.networks[1], 5],
      [fleet.networks[0], 3],
    ]);
    const seen = await fleet.overview(fleet.viewer);
    expect([seen.clients, seen.busiest.length]).to.deep.equal([3, 1]);
  });

  // docs/console-api.md#traffic_series-1
  it('adds up the bytes between heartbeats; a counter that is smaller has begun anew', async () => {
    const { fleet, service } = watched;
    const { clock } = service;
    for (const [first, other] of [
      [1000, 50],
      [7000, 50],
      [13_000, 650],
      [6000, 650],
      [6000, 650],
    ] as const) {
      await beat(0, 1, first);
      await beat(2, 1, other);
      await fleet.look();
      clock.advance(60);
    }
    const sums = async (query: CallOptions['query'] = {}): Promise<number[][]> => {
      const points = (await series('traffic', query)) as { rx_bytes: number; tx_bytes: number }[];
      return points.map(({ rx_bytes: rx, tx_bytes: tx }) => [rx, tx]);
    };
    // The rate of a device is known from its second heartbeat on.
    expect(await sums({ network_id: fleet.networks[0] ?? 0 })).to.deep.equal([
      [6000, 12_000],
      [6000, 12_000],
      [0, 0],
    ]);
    expect(await sums()).to.deep.equal([
      [6600, 13_200],
      [6000, 12_000],
      [0, 0],
    ]);
    expect(await sums({ step: 120 })).to.deep.equal([
      [6600, 13_200],
      [6000, 12_000],
    ]);
  });

  // docs/console-api.md#device_series-1
  // docs/console-api.md#device_series-2
  // docs/console-api.md#device_series-3
  it('has a point of each device and half hour, and marks what happened to the device', async () => {
    const { fleet, service } = watched;
    const { clock } = service;
    const path = `/v1/devices/${fleet.idOf(0)}/series`;
    interface Shown {
      series: { points: object[]; marks: object[]; step: number };
    }
    for (const [time, bytes, uptime] of [
      ['12:00:10', 1000, 100],
      ['12:30:05', 5000, 1900],
      // A second observation in the half hour changes nothing.
      ['12:50:00', 9000, 3100],
      ['13:01:00', 700, 30],
    ] as const) {
      clock.set(`2026-11-30T${time}Z`);
      await beat(0, bytes / 100, bytes, { uptime_s: uptime });
      await fleet.look();
    }
    clock.set('2026-11-30T13:30:00Z');
    await fleet.look();
    const range = { from: NOW.toISOString(), to: '2026-11-30T14:00:00Z' };
    const at = (time: string): string => `2026-11-30T${time}:00.000Z`;
    const measured = { online: true, busy_percent: 30, mem_free_kb: 41_200 };
    const { series: shown } = await get<Shown>(path, range);
    expect(shown.points).to.deep.equal([
      { at: at('12:00'), ...measured, clients: 10, rx_bytes: null, tx_bytes: null },
      { at: at('12:30'), ...measured, clients: 50, rx_bytes: 4000, tx_bytes: 8000 },
      { at: at('13:00'), ...measured, clients: 7, rx_bytes: 700, tx_bytes: 1400 },
      {
        at: at('13:30'),
        online: false,
        clients: null,
        rx_bytes: null,
        tx_bytes: null,
        busy_percent: null,
        mem_free_kb: null,
      },
    ]);
    expect(shown.marks).to.deep.equal([{ at: at('13:00'), kind: 'restart' }]);
    expect((await get<Shown>(path, { ...range, from: at('13:00') })).series.points).to.deep.equal(
      shown.points.slice(2),
    );
    const long = await service.api.call('GET', path, {
      token: fleet.token,
      query: { from: '2026-11-20T00:00:00Z' },
    });
    expect(long.status).to.equal(422);
    const hidden = await service.api.call('GET', `/v1/devices/${fleet.idOf(2)}/series`, {
      token: fleet.viewer,
    });
    expect(hidden.status).to.equal(404);
  });

  // docs/console-api.md#network_radios-1
  // docs/console-api.md#network_radios-2
  it('shows the devices of a network by their clients, and their channels', async () => {
    const { fleet, service } = watched;
    await beat(1, 4);
    await beat(0, 2);
    const path = `/v1/networks/${fleet.networks[0] ?? 0}/radios`;
    interface Shown {
      radios: {
        devices: { id: number; clients: number; radios: object[] }[];
        channels: object[];
        is_part: boolean;
      };
    }
    const { radios: shown } = await get<Shown>(path, {}, fleet.viewer);
    expect(shown.devices.map(({ id, clients }) => [id, clients])).to.deep.equal([
      [fleet.idOf(1), 4],
      [fleet.idOf(0), 2],
    ]);
    expect(shown.devices[0]?.radios).to.have.length(2);
    const both = { radios: 2, device_ids: [fleet.idOf(0), fleet.idOf(1)] };
    expect(shown.channels).to.deep.equal([
      { band: '2g', channel: 6, clients: 6, busy_percent: 20, ...both },
      { band: '5g', channel: 36, clients: 0, busy_percent: 31, ...both },
    ]);
    expect(shown.is_part).to.equal(false);
    service.clock.advance(600);
    expect((await get<Shown>(path)).radios).to.deep.include({ channels: [] });
  });
});
