import { expect } from 'chai';
import type { DeviceRecord } from '../../../shared/inventory/models/device.js';
import { ALL, useAlerts, without } from '../alert-fixture.js';

/** A device without a network. */
const ALONE = 8;

describe('alerts of silence', () => {
  const used = useAlerts();

  // docs/alerts.md#silence-1
  it('open when a device has been silent for ten minutes, and close with its next heartbeat', async () => {
    const { alerts } = used;
    await alerts.pass(9, without(ALONE));
    expect(await alerts.list()).to.deep.equal([]);
    await alerts.pass(2, without(ALONE));
    const [open, ...others] = await alerts.list();
    expect(others).to.deep.equal([]);
    expect(open).to.deep.include({ kind: 'device_down', closed_at: null });
    expect(open?.subject).to.deep.equal({ type: 'device', id: alerts.fleet.idOf(ALONE) });
    await alerts.pass(1, ALL);
    expect(await alerts.list()).to.deep.equal([]);
    expect((await alerts.list({ state: 'closed' })).map(({ id }) => id)).to.deep.equal([open?.id]);
  });

  // docs/reliability.md#alert-opened-twice
  it('open once when several workers open them at once', async () => {
    const { alerts, service } = used;
    const { fleet } = alerts;
    const kind = 'device_down';
    const opening = {
      kind,
      subjectId: fleet.idOf(ALONE),
      networkId: null,
      text: 'Down',
      state: 'open',
    } as const;
    const open = (): Promise<number> =>
      service.deps.stores.alerts.open(fleet.org, kind, [opening], service.clock.now());
    const opened = await Promise.all(Array.from({ length: 8 }, open));
    expect(await alerts.records()).to.have.length(1);
    expect(opened.reduce((sum, count) => sum + count)).to.equal(1);
  });

  // docs/alerts.md#kinds-1
  it('are the same one when they open again within half an hour, and another one later', async () => {
    const { alerts } = used;
    await alerts.pass(11, without(ALONE));
    await alerts.pass(1, ALL);
    await alerts.pass(11, without(ALONE));
    expect(await alerts.records()).to.have.length(1);
    await alerts.pass(1, ALL);
    await alerts.pass(31, ALL);
    await alerts.pass(11, without(ALONE));
    expect((await alerts.records()).map(({ state }) => state)).to.deep.equal(['closed', 'open']);
  });

  // docs/alerts.md#silence-2
  it('of a network replace those of its devices', async () => {
    const { alerts } = used;
    const { fleet } = alerts;
    await alerts.pass(1, without(3));
    await alerts.pass(11, without(0, 1, 2, 3));
    const open = await alerts.list();
    expect(open.map(({ kind, count, subject }) => ({ kind, count, subject }))).to.deep.equal([
      { kind: 'network_down', count: 4, subject: { type: 'network', id: fleet.networks[0] } },
    ]);
    expect([...(open[0]?.folded ?? [])].sort()).to.deep.equal(
      [0, 1, 2, 3].map((index) => fleet.idOf(index)).sort(),
    );
    await alerts.pass(1, without(3));
    expect(await alerts.list()).to.deep.equal([]);
    await alerts.pass(3, without(3));
    expect((await alerts.list()).map(({ kind, subject }) => [kind, subject.id])).to.deep.equal([
      ['device_down', fleet.idOf(3)],
    ]);
  });

  it('of devices fold into that of their network, and are listed again when it ends', async () => {
    const { alerts } = used;
    await alerts.pass(11, without(3));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(['device_down']);
    await alerts.pass(4, without(0, 1, 2, 3));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(['network_down']);
    await alerts.pass(4, without(3));
    await alerts.pass(2, without(3));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(['device_down']);
    expect(await alerts.records()).to.have.length(2);
  });

  // docs/alerts.md#silence-4
  it('wait for the end of an upgrade, and open when the device is still silent', async () => {
    const { alerts, service } = used;
    const { upgrades } = service.deps.mongo.models;
    const underWay = { organisationId: alerts.fleet.org, routerInventoryId: alerts.fleet.idOf(ALONE) };
    await upgrades.collection.insertOne({ _id: 1, ...underWay, inFlight: true, attempts: 1 } as never);
    await alerts.pass(14, without(ALONE));
    expect(await alerts.list({ state: 'all' })).to.deep.equal([]);
    await upgrades.collection.deleteOne(underWay);
    await alerts.pass(2, without(ALONE));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(['device_down']);
  });

  // docs/alerts.md#silence-4
  it('of devices that are heard again after an upgrade were never there', async () => {
    const { alerts, service } = used;
    const { upgrades } = service.deps.mongo.models;
    const underWay = { organisationId: alerts.fleet.org, routerInventoryId: alerts.fleet.idOf(ALONE) };
    await upgrades.collection.insertOne({ _id: 2, ...underWay, inFlight: true, attempts: 1 } as never);
    await alerts.pass(14, without(ALONE));
    expect((await alerts.records()).map(({ state }) => state)).to.deep.equal(['waiting']);
    await alerts.pass(1, ALL);
    expect(await alerts.records()).to.deep.equal([]);
    await upgrades.collection.deleteOne(underWay);
  });

  /** Lets heartbeats of devices take a reboot now. */
  async function reboot(indexes: readonly number[], fields: Partial<DeviceRecord> = {}): Promise<void> {
    const { alerts, service } = used;
    const at = service.clock.now();
    const command = { id: 1, action: 'reboot', seconds: null, at, expiresAt: at, takenBy: 'a', takenAt: at };
    await service.deps.mongo.models.devices.updateMany(
      { organisationId: alerts.fleet.org, _id: { $in: indexes.map((index) => alerts.fleet.idOf(index)) } },
      { $set: { ...fields, command } },
    );
  }

  // docs/alerts.md#silence-5
  it('wait for 15 minutes after a reboot by a caller, and open when the device is still silent', async () => {
    const { alerts } = used;
    await reboot([ALONE]);
    await alerts.pass(14, without(ALONE));
    expect(await alerts.list({ state: 'all' })).to.deep.equal([]);
    expect((await alerts.records()).map(({ state }) => state)).to.deep.equal(['waiting']);
    await alerts.pass(2, without(ALONE));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(['device_down']);
  });

  // docs/alerts.md#silence-5
  it('of devices that are back from a reboot were never there', async () => {
    const { alerts } = used;
    await reboot([ALONE]);
    await alerts.pass(13, without(ALONE));
    await alerts.pass(1, ALL);
    await alerts.pass(9, without(ALONE));
    expect(await alerts.records()).to.deep.equal([]);
  });

  // docs/alerts.md#silence-5
  for (const [what, indexes, isSwitch] of [
    ['its switch reboots', [0], true],
    ['callers have rebooted so many of its devices', [0, 1], false],
  ] as const)
    it(`of a network wait while ${what}`, async () => {
      const { alerts } = used;
      await reboot(indexes, { isSwitch });
      await alerts.pass(4, without(0, 1, 2));
      await alerts.pass(9, without(0, 1, 2));
      const open = async () => (await alerts.list()).map(({ kind }) => kind);
      expect(await open()).to.deep.equal(isSwitch ? [] : ['device_down']);
      await alerts.pass(4, without(0, 1, 2));
      expect(await open()).to.deep.equal(['network_down']);
    });

  it('end when their device is removed', async () => {
    const { alerts, service } = used;
    await alerts.pass(11, without(ALONE));
    await service.deps.mongo.models.devices.deleteOne({ _id: alerts.fleet.idOf(ALONE) });
    await alerts.lookAtSources();
    expect(await alerts.list()).to.deep.equal([]);
  });

  // docs/alerts.md#update_alert_settings-2
  it('follow the settings of the organisation', async () => {
    const { alerts, service } = used;
    const { networks, token } = alerts.fleet;
    const body = {
      kinds: { network_down: { enabled: false }, device_down: { after_minutes: 3, networks: [networks[0]] } },
    };
    const reply = await service.api.call('PATCH', '/v1/alert_settings', { token, body });
    expect(reply.status, reply.text).to.equal(200);
    await alerts.pass(4, without(0, 1, 2, 3, ALONE));
    expect((await alerts.list()).map(({ kind }) => kind)).to.deep.equal(Array(4).fill('device_down'));
  });

  for (const point of ['silence-marked', 'networks-judged', 'devices-judged', 'alerts-closed'] as const)
    it(`are neither lost nor opened twice when a worker ends at ${point}`, async () => {
      const { alerts, service } = used;
      service.failpoint = (at) =>
        at === point ? Promise.reject(new Error('The worker ends here')) : undefined;
      await alerts.pass(11, without(0, 1, 2, 3, ALONE));
      await alerts.pass(1, ALL);
      await alerts.pass(11, without(0, 1, 2, 3, ALONE));
      service.failpoint = () => undefined;
      await alerts.look();
      const current = (await alerts.records()).filter(({ state }) => state === 'open');
      expect(current.map(({ kind }) => kind).sort()).to.deep.equal(['device_down', 'network_down']);
      await alerts.pass(1, ALL);
      expect((await alerts.records()).filter(({ isCurrent }) => isCurrent)).to.deep.equal([]);
    });
});
