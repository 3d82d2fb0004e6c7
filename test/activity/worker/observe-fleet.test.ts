import { expect } from 'chai';
import { ConflictError } from '../../../shared/platform/mongo/transaction.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { startTestWorker } from '../../fixtures/test-worker.js';
import { NOW, useWatchedFleet } from '../watched-fleet.js';

describe('an observation of every device', () => {
  const watched = useWatchedFleet(new RealClock());

  it('is what a worker does', async () => {
    const { fleet, service } = watched;
    await fleet.look();
    await fleet.hear(0, 2);
    const worker = await startTestWorker(service);
    try {
      await eventually('the count of the worker', async () => (await fleet.overview()).devices.up === 2);
      expect((await fleet.overview()).devices).to.deep.equal({ total: 6, up: 2, down: 0, never_heard: 4 });
      expect((await fleet.events(0)).map(({ kind }) => kind)).to.deep.equal(['came_up']);
    } finally {
      await worker.close();
    }
  });

  it('forgets a device that was removed', async () => {
    const { fleet, service } = watched;
    const { devices, deviceSummaries } = service.deps.mongo.models;
    await fleet.hear(0, 1);
    await fleet.look();
    await devices.deleteOne({ _id: fleet.idOf(0), organisationId: fleet.org });
    await fleet.look();
    expect((await fleet.overview()).devices).to.include({ total: 5, up: 1 });
    expect(await deviceSummaries.countDocuments({ organisationId: fleet.org })).to.equal(5);
  });

  it('forgets what removed devices ran over uCentral and OpenWISP, unless a gateway may have them', async () => {
    const { fleet, service } = watched;
    const { devices, openwispDevices, ucentralDevices } = service.deps.mongo.models;
    const { org: organisationId } = fleet;
    await fleet.hear(0);
    await fleet.look();
    const [connected, silent, kept] = [fleet.idOf(0), fleet.idOf(1), fleet.idOf(2)];
    const records = fleet.devices.slice(0, 3).map(({ _id, macId }) => ({ _id, organisationId, macId }));
    const connection = { session: 1, gateway: 'g', connectedAt: NOW, firmwareVersion: '1.0.0', uuid: 1 };
    await ucentralDevices.insertMany(records.map((record) => ({ ...record, ...connection })));
    await openwispDevices.insertMany(records.map((record) => ({ ...record, seq: 1, seenAt: NOW })));
    await devices.deleteMany({ organisationId, _id: { $in: [connected, silent] } });
    await fleet.look();
    const left = await ucentralDevices.distinct('_id', { organisationId });
    expect(left).to.have.members([connected, kept]);
    expect(await openwispDevices.distinct('_id', { organisationId })).to.deep.equal([kept]);
  });

  it('goes on when the id of a removed device is used again', async () => {
    const { fleet, service } = watched;
    const { devices, deviceStates } = service.deps.mongo.models;
    const ref = { _id: fleet.idOf(0), organisationId: fleet.org };
    const device = await devices.findOne(ref).orFail().lean();
    const hearAgain = async (): Promise<void> => {
      await fleet.look();
      await fleet.hear(0);
      await fleet.look();
    };
    await hearAgain();
    await devices.deleteOne(ref);
    await fleet.look();
    await devices.create(device);
    await deviceStates.updateOne(ref, { $set: { lastHeartbeatAt: null } });
    await hearAgain();
    expect((await fleet.overview()).devices).to.include({ total: 6, up: 1 });
    expect((await fleet.events(0)).map(({ kind }) => kind)).to.deep.equal(['came_up', 'came_up']);
  });

  it('records each change once when several processes observe at once', async () => {
    const { fleet } = watched;
    await fleet.look();
    await fleet.hear(0, 1, 2);
    const looked = await Promise.all([fleet.look(), fleet.look(), fleet.look()]);
    expect(looked.filter(Boolean).length).to.be.within(1, 3);
    expect(await fleet.events(0)).to.have.length(1);
  });

  it('fails at once, without an event, when another process has written a summary', async () => {
    const { fleet, service } = watched;
    await fleet.look();
    const { org } = fleet;
    const { deviceSummaries, deviceEvents } = service.deps.mongo.models;
    const before = await deviceSummaries.findOne({ organisationId: org, _id: fleet.idOf(0) }).lean();
    if (!before) throw new Error('The device has no summary');
    const after = { ...before, seq: before.seq + 1, state: 'up' as const };
    const change = { before: { ...before, seq: before.seq - 1 }, after, events: [] };
    const refusal = await service.deps.stores.observations
      .record(org, [change], [])
      .catch((error: unknown) => error);
    expect(refusal).to.be.an.instanceof(Error).and.not.to.be.an.instanceof(ConflictError);
    expect((refusal as Error).message).to.equal('Another process has written a summary of these devices');
    expect(await deviceSummaries.findOne({ organisationId: org, _id: fleet.idOf(0) }).lean()).to.deep.equal(
      before,
    );
    expect(await deviceEvents.countDocuments({ organisationId: org })).to.equal(0);
  });
});
