import { expect } from 'chai';
import type { ConfigurationStatus } from '../../../shared/configuration/records/domain/device-configuration.js';
import { useWatchedFleet } from '../../activity/watched-fleet.js';
import { ConfiguredDevice } from '../http/configured-device.js';

describe('configurations that the worker observes', () => {
  const watched = useWatchedFleet();

  function deviceAt(index: number): ConfiguredDevice {
    const device = watched.fleet.devices[index];
    if (!device) throw new Error('There is no such device');
    return new ConfiguredDevice(watched.service, device);
  }
  async function shown(network: number): Promise<{
    readonly counts: Partial<Record<ConfigurationStatus | 'as_of', unknown>>;
    readonly access_points: object | null;
  }> {
    const { service, fleet } = watched;
    const path = `/v1/networks/${fleet.networks[network]}/configuration`;
    const reply = await service.api.call('GET', path, { token: fleet.token });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: Awaited<ReturnType<typeof shown>> } }).data.configuration;
  }
  const counts = async (network: number) => (await shown(network)).counts;
  const configured = async (index: number) =>
    (await watched.fleet.events(index))
      .filter(({ kind }) => kind === 'configured')
      .map(({ before, after }) => [before, after]);

  // docs/configuration.md#network_configuration-2
  // docs/configuration.md#events-1
  // docs/configuration.md#events-2
  // docs/configuration.md#events-3
  it('are counted by network, recorded when they have settled, and announced', async () => {
    const { fleet, service } = watched;
    const { models } = service.deps.mongo;
    await models.webhooks.collection.insertOne({
      _id: fleet.org,
      organisationId: fleet.org,
      enabled: true,
      types: ['configuration.devices'],
    } as never);
    await fleet.look();
    const [good, bad] = [deviceAt(0), deviceAt(1)];
    const { revision } = await good.document();
    await good.report(revision, { left_out: [{ ssid_id: 1, feature: 'wds' }] });
    const refused = (await bad.document()).revision;
    await bad.report(null);
    await fleet.look();
    expect(await counts(0)).to.include({ in_sync: 1, pending: 1, unmanaged: 0, failed: 0 });
    expect(await counts(1)).to.include({ unmanaged: 2, in_sync: 0 });
    expect(await configured(0)).to.deep.equal([['unmanaged', 'in_sync']]);
    expect(await configured(1)).to.deep.equal([]);
    const error = { code: 'apply', message: 'no radio' };
    await bad.report(null, { state: 'failed', attempted: refused, attempt: 1, error });
    await good.report(revision, { drifted: true });
    await fleet.look();
    await fleet.look();
    expect(await counts(0)).to.include({ drifted: 1, failed: 1, pending: 0 });
    expect(await configured(0)).to.deep.equal([
      ['in_sync', 'drifted'],
      ['unmanaged', 'in_sync'],
    ]);
    expect(await configured(1)).to.deep.equal([['unmanaged', 'failed']]);
    const { attention } = await fleet.overview();
    expect(attention.filter(({ kind }) => kind.startsWith('configuration_'))).to.deep.equal([
      { kind: 'configuration_failed', count: 1, filter: { configuration: 'failed' } },
      { kind: 'configuration_drifted', count: 1, filter: { configuration: 'drifted' } },
    ]);
    const events = await models.webhookEvents.find({ organisationId: fleet.org }).sort({ _id: 1 }).lean();
    const rows = events.flatMap(
      ({ body }) => (JSON.parse(body) as { data: { devices: object[] } }).data.devices,
    );
    expect(rows).to.have.length(3);
    expect(rows).to.deep.include({
      device_id: fleet.idOf(1),
      mac_id: fleet.devices[1]?.macId,
      network_id: fleet.networks[0],
      part_number: fleet.part,
      previous_state: 'unmanaged',
      state: 'failed',
      revision: refused,
      code: 'apply',
    });
    expect(await service.deps.stores.tallies.configurationTotals()).to.include({ failed: 1, drifted: 1 });
  });

  // docs/configuration.md#network_configuration-2
  it('are counted by part, without those of switches and of devices that are not managed', async () => {
    const { fleet, service } = watched;
    const { devices } = service.deps.mongo.models;
    const [one, other] = [deviceAt(0), deviceAt(1)];
    const counted = async () => {
      await fleet.look();
      return (await shown(0)).access_points;
    };
    expect((await shown(0)).access_points).to.equal(null);
    await one.report((await one.document()).revision);
    expect(await counted()).to.deep.equal([{ part_number: fleet.part, count: 1 }]);
    await other.report((await other.document()).revision);
    expect(await counted()).to.deep.equal([{ part_number: fleet.part, count: 2 }]);
    await devices.updateOne({ organisationId: fleet.org, _id: fleet.idOf(1) }, { $set: { isSwitch: true } });
    expect(await counted()).to.deep.equal([{ part_number: fleet.part, count: 1 }]);
  });

  // docs/configuration.md#events-3
  // docs/configuration.md#list-1
  it('that leave something out need attention, and are listed until they do not', async () => {
    const { fleet, service } = watched;
    const [first, third] = [deviceAt(0), deviceAt(2)];
    const filter = { configuration: 'left_out' };
    const listed = async (): Promise<number[]> => {
      const reply = await service.api.call('GET', '/v1/devices', { token: fleet.token, query: filter });
      expect(reply.status, reply.text).to.equal(200);
      return (reply.body as { data: { devices: { id: number }[] } }).data.devices.map(({ id }) => id);
    };
    /** The devices of the list, of which the overview has counted as many. */
    const incomplete = async (): Promise<number[]> => {
      await fleet.look();
      const { attention } = await fleet.overview();
      const ids = await listed();
      const counted = { kind: 'configuration_left_out', count: ids.length, filter };
      expect(attention.filter(({ kind }) => kind === counted.kind)).to.deep.equal(
        ids.length > 0 ? [counted] : [],
      );
      return ids;
    };
    const addOdd = async (network: number): Promise<void> => {
      const network_ssid = { ssid_name: 'Odd', enable: true, radio_band: '9', security_mode: 0 };
      const body = { network_id: fleet.networks[network], network_ssid };
      const made = await service.api.call('POST', '/v1/network_ssids', { token: fleet.token, body });
      expect(made.status, made.text).to.equal(200);
    };
    await addOdd(0);
    const { revision } = await third.document();
    await third.report(revision);
    await first.document();
    expect(await incomplete(), 'a device that has reported nothing').to.deep.equal([]);
    await first.report((await first.document()).revision);
    expect(await incomplete(), 'a document without an SSID').to.deep.equal([fleet.idOf(0)]);
    await third.report(revision, { left_out: [{ ssid_id: 1, feature: 'wds' }] });
    expect(await incomplete(), 'a device without a feature').to.deep.equal([fleet.idOf(0), fleet.idOf(2)]);
    await third.report(revision);
    expect(await incomplete()).to.deep.equal([fleet.idOf(0)]);
    await addOdd(1);
    await third.untilFetch(true, revision);
    expect((await third.document()).revision).to.equal(revision);
    expect(await incomplete(), 'the same document without a new SSID').to.include(fleet.idOf(2));
    await service.heartbeat(first.device);
    expect(await incomplete(), 'a device that is not managed any more').to.deep.equal([fleet.idOf(2)]);
  });
});
