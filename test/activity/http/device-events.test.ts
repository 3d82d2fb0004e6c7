import { expect } from 'chai';
import type { UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import { DOWN_AFTER_S, useWatchedFleet, type ShownEvent } from '../watched-fleet.js';

describe('GET /v1/devices/:id/events', () => {
  const watched = useWatchedFleet();

  // docs/console-api.md#device_events-1
  it('has one event for each change, however often the worker observes it, and none for a new device', async () => {
    const { fleet, service } = watched;
    const { networks, org } = fleet;
    await fleet.look();
    expect(await fleet.events(0)).to.deep.equal([]);
    await fleet.hear(0);
    await fleet.look();
    await fleet.look();
    const heardAt = service.clock.now().getTime();
    service.clock.advance(181);
    const moved = { locationNetworkId: networks[1], firmwareVersion: '3.0.0' };
    const { devices } = service.deps.mongo.models;
    await devices.updateOne({ _id: fleet.idOf(0), organisationId: org }, { $set: moved });
    await fleet.look();
    await fleet.look();
    const found = await fleet.events(0);
    expect(found.map(({ kind }) => kind)).to.have.members([
      'came_up',
      'went_down',
      'moved',
      'changed_version',
    ]);
    const of = (kind: string): ShownEvent | undefined => found.find((event) => event.kind === kind);
    expect(of('went_down')).to.include({
      at: new Date(heardAt + DOWN_AFTER_S * 1000).toISOString(),
      planned: false,
    });
    expect(of('moved')).to.include({ before: networks[0], after: networks[1] });
    expect(of('changed_version')).to.include({ before: '2.0.0', after: '3.0.0' });
    expect(await fleet.events(1)).to.deep.equal([]);
  });

  // docs/console-api.md#device_events-1
  it('shows a caller of some networks nothing that happened before the device came to them', async () => {
    const { fleet, service } = watched;
    const { networks, org, viewer } = fleet;
    const [seen, hidden] = networks;
    const { devices } = service.deps.mongo.models;
    const move = (locationNetworkId: number | undefined) =>
      devices.updateOne(
        { _id: fleet.idOf(0), organisationId: org },
        { $set: { locationNetworkId, networkSince: service.clock.now() } },
      );
    await move(hidden);
    await fleet.look();
    await fleet.hear(0);
    await fleet.look();
    service.clock.advance(60);
    await move(seen);
    service.clock.advance(10);
    await fleet.look();
    const kinds = async (token?: string) =>
      (await fleet.events(0, token)).map(({ kind, before }) => [kind, before]);
    expect(await kinds()).to.deep.equal([
      ['moved', hidden],
      ['came_up', null],
    ]);
    expect(await kinds(viewer)).to.deep.equal([['moved', null]]);
  });

  // docs/console-api.md#device_events-1
  it('calls a device that goes down planned while firmware is written to it, and only then', async () => {
    const { fleet, service } = watched;
    const statuses: readonly UpgradeStatus[] = ['Installing', 'Queued', 'Success'];
    for (const [index, status] of statuses.entries()) {
      const device = fleet.devices[index];
      if (device) await makeUpgrade(service.deps, device, status);
    }
    await fleet.hear(0, 1, 2);
    await fleet.look();
    service.clock.advance(DOWN_AFTER_S + 1);
    await fleet.look();
    const planned = await Promise.all(
      statuses.map(async (_, index) => (await fleet.events(index)).map((event) => event.planned)),
    );
    expect(planned).to.deep.equal([[true], [false], [false]]);
  });

  // docs/console-api.md#device_events-3
  it('has the template that was applied to a device, each time', async () => {
    const { fleet, service } = watched;
    const template = await makeTemplate(service.deps, fleet.org, ['1'], { name: 'cable' });
    const apply = async (): Promise<number> => {
      const body = { mac_ids: fleet.devices[0]?.macId ?? '', init_template_id: template._id };
      const path = '/v1/access_points/apply_configuration';
      return (await service.api.call('PUT', path, { token: fleet.token, body })).status;
    };
    expect(await apply()).to.equal(200);
    expect(await apply()).to.equal(200);
    await fleet.look();
    const applied = { kind: 'configured', at: service.clock.now().toISOString(), planned: null };
    const found = await fleet.events(0);
    expect(found.map(({ id: _, ...event }) => event)).to.deep.equal([
      { ...applied, before: null, after: 'cable' },
      { ...applied, before: null, after: 'cable' },
    ]);
    expect(await fleet.events(1)).to.deep.equal([]);
  });

  // docs/console-api.md#device_events-2
  it('pages through the events of a device by cursor', async () => {
    const { fleet, service } = watched;
    await fleet.look();
    for (let times = 0; times < 3; times += 1) {
      await fleet.hear(0);
      await fleet.look();
      service.clock.advance(200);
      await fleet.look();
    }
    const pages: ShownEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await service.api.call('GET', `/v1/devices/${fleet.idOf(0)}/events`, {
        token: fleet.token,
        query: { per_page: 4, cursor },
      });
      const body = reply.body as { data: { events: ShownEvent[] }; meta: { next_cursor: string | null } };
      pages.push(...body.data.events);
      cursor = body.meta.next_cursor;
    }
    expect(pages).to.deep.equal(await fleet.events(0));
    expect(pages).to.have.length(6);
  });
});
