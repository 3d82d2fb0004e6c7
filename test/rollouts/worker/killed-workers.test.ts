import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { DeviceFleet } from '../../fixtures/records/device-fleet.js';
import type { OwnProcess } from '../../processes/own-process.js';
import { startWorkerProcess } from '../../processes/worker-process.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

/** Where workers are killed: the failpoints of a rollout, in the order in which one that starts comes to them. */
const DEATHS = [
  'rollout-leased',
  'rollout-read',
  'control-kept',
  'stage-planned',
  'tick-decided',
  'tick-written',
  'stage-batch-bound',
  'stage-bound',
  'health-looked',
  'tick-logged',
  'tick-settled',
  'waiting-scanned',
  'waiting-ended',
  'tick-dispatched',
] as const satisfies readonly Failpoint[];

const COUNT = 600;

describe('a rollout whose workers are killed', function () {
  this.timeout(900_000);
  let bed: RolloutBed;
  const workers: OwnProcess[] = [];
  before(async () => {
    bed = await RolloutBed.open({ UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1' }, new RealClock());
  });
  after(async () => {
    for (const worker of workers) await worker.kill();
    await bed.close();
  });

  function startWorker(killAt?: Failpoint): OwnProcess {
    const worker = startWorkerProcess(bed.service.env, killAt);
    workers.push(worker);
    return worker;
  }

  // docs/reliability.md#rollout-workers-killed
  it(`offers each of ${COUNT} devices one upgrade and counts it once, after a death at each failpoint`, async () => {
    const { deps } = bed.service;
    const { fixture } = bed;
    const devices = await makeDevices(deps, fixture.org, COUNT, () => ({
      part: fixture.part,
      network: fixture.network,
      firmwareVersion: OLD,
    }));
    const fleet = new DeviceFleet(bed.service, devices);
    await fleet.heartbeat();
    const { _id: id } = await bed.started({
      max_in_flight: 150,
      stages: [
        { percent: 30, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    for (const failpoint of DEATHS) {
      expect(await startWorker(failpoint).ended(), failpoint).to.equal('SIGKILL');
      // As if the lease had expired, which takes ten seconds.
      await deps.mongo.models.locks.deleteMany({ _id: `rollouts:${fixture.org}` });
    }
    startWorker();
    startWorker();
    const upgraded = new Set<number>();
    await eventually(
      'the rollout is completed',
      async () => {
        const waiting = devices.filter(({ _id }) => !upgraded.has(_id));
        await fleet.heartbeat(waiting);
        const offered = waiting.filter(({ _id }) => fleet.offered.has(_id));
        const slots = (await bed.upgradesOf(id)).filter(({ released, rollout }) => released && rollout?.slot);
        expect(slots.length, 'slots').to.be.at.most(150);
        await fleet.runVersion(NEW, offered);
        for (const { _id } of offered) upgraded.add(_id);
        await fleet.heartbeat(devices.filter(({ _id }) => upgraded.has(_id)));
        return (await bed.rollout(id)).state === 'Completed';
      },
      300_000,
    );
    const offers = [...fleet.offered.values()].map((ids) => ids.size);
    expect(offers).to.deep.equal(Array(COUNT).fill(1));
    const progress = await bed.progress(id);
    expect(progress.total).to.include({ devices: COUNT, success: COUNT });
    expect(progress.stages.map((stage) => stage?.success)).to.deep.equal([180, 420]);
    expect((await bed.log(id)).at(-1)).to.include({ action: 'rollout.completed' });
  });
});
