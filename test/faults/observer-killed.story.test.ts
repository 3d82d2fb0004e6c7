import { expect } from 'chai';
import type { Failpoint } from '../../shared/platform/failpoints.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { TestService } from '../fixtures/records/test-service.js';
import { watchedFleet, type WatchedFleet } from '../activity/watched-fleet.js';
import { WorkerProcesses } from '../processes/worker-process.js';
import { observe } from '../../dev/run-loop.js';

/** From the first batch of devices until the points of the series, before these are marked as added. */
const DEATHS = [
  'devices-observed',
  'tallies-replaced',
  'points-added',
] as const satisfies readonly Failpoint[];
/** In three batches. */
const DEVICES = 2500;
const HOUR_MS = 3_600_000;

describe('workers killed while they observe the devices', () => {
  let service: TestService;
  let workers: WorkerProcesses;
  let fleet: WatchedFleet;
  before(async () => {
    service = await TestService.open({ DOWN_AFTER_S: '86400' }, new RealClock());
    workers = new WorkerProcesses(service.env);
    fleet = await watchedFleet(service, DEVICES);
  });
  after(async () => {
    await workers.kill();
    await service.close();
  });

  // docs/reliability.md#observer-killed
  it('leave one event for each change, exact counts and exact points of the series', async () => {
    const { models } = service.deps.mongo;
    const { deviceEvents, deviceTallies, devices, locks } = models;
    const { org } = fleet;
    const began = new Date(Date.now() - HOUR_MS);
    await observe({ ...service.deps, now: () => began });
    await fleet.hear(...fleet.devices.keys());
    await devices.updateOne(
      { _id: fleet.idOf(0), organisationId: org },
      { $set: { firmwareVersion: '3.0.0' } },
    );
    const events = (): Promise<number> => deviceEvents.countDocuments({ organisationId: org });
    for (const failpoint of DEATHS) {
      await workers.dieAt(failpoint);
      if (failpoint === 'devices-observed') expect(await events()).to.be.within(1, DEVICES - 1);
      // As if the lock had expired, which takes half a minute.
      await locks.deleteOne({ _id: 'observation' });
    }
    const addedAt = async (): Promise<Date | null | undefined> =>
      (await deviceTallies.findOne({ organisationId: org, tallyKey: null }).lean())?.minute;
    expect(await addedAt()).to.be.below(new Date(began.getTime() + 1));
    workers.start();
    await eventually('points that are marked as added', async () => ((await addedAt()) ?? began) > began);
    expect(await events()).to.equal(DEVICES + 1);
    const cameUp = await deviceEvents.distinct('deviceId', { organisationId: org, kind: 'came_up' });
    expect(cameUp).to.have.length(DEVICES);
    expect((await fleet.events(0)).map(({ kind }) => kind)).to.have.members(['came_up', 'changed_version']);
    const { devices: counts } = await fleet.overview();
    expect(counts).to.deep.equal({ total: DEVICES, up: DEVICES, down: 0, never_heard: 0 });
    const range = { from: new Date(began.getTime() - 60_000).toISOString(), step: 60 };
    const { points } = await fleet.series(range);
    expect(points.map(({ up }) => up).filter((up) => up !== DEVICES)).to.deep.equal([0]);
    // One of the hour before, and one for each minute that this has taken.
    expect(points.length).to.be.at.least(2);
  });
});
