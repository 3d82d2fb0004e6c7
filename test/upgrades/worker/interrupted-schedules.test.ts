import { expect } from 'chai';
import { dispatchSlice } from '../../../shared/upgrades/operations/dispatch/dispatch-slice.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { ScheduleJobs } from './schedule-jobs.js';

describe('schedules whose writer or worker died', () => {
  let jobs: ScheduleJobs;
  before(async () => {
    jobs = await ScheduleJobs.open();
  });
  after(() => jobs.close());
  beforeEach(() => jobs.beforeEach());
  afterEach(() => jobs.afterEach());

  for (const step of ['schedule-written', 'pending-batch-written'] as const) {
    it(`the sweep finishes and dispatches a schedule whose writer died at ${step}`, async () => {
      jobs.dieAt(step);
      const { status: answer } = await jobs.fixture.post({
        aps: [`AP:${jobs.device._id}`],
        save_prev_config: true,
      });
      expect(answer).to.equal(500);
      expect((await jobs.service.schedule()).state).to.equal('writing');
      jobs.service.clock.advance(59);
      expect(await jobs.service.sweep()).to.include({ abandonedSchedules: 0 });
      jobs.service.clock.advance(2);
      expect(await jobs.service.sweep()).to.include({ abandonedSchedules: 1 });
      expect((await jobs.service.schedule()).state).to.equal('waiting');
      expect(await jobs.queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
      await jobs.service.dispatch();
      const [upgrade, ...more] = await jobs.service.upgrades(jobs.device);
      expect(more).to.deep.equal([]);
      expect(upgrade).to.include({ status: 'Queued', savePrevConfig: true });
    });
  }

  it('the sweep enqueues the job of a schedule whose writer died before enqueueing it', async () => {
    jobs.dieAt('schedule-opened');
    await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] });
    expect(await jobs.queue.getJobCountByTypes('waiting', 'delayed')).to.equal(0);
    await jobs.service.sweep();
    expect(await jobs.queue.getJobCountByTypes('waiting', 'delayed')).to.equal(1);
  });

  it('a request that is repeated after its writer died counts once, and the later one wins', async () => {
    jobs.dieAt('schedule-written');
    await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] });
    const again = { aps: [`AP:${jobs.device._id}`], version: '1.9.0', upgrade_type: 'manual' };
    expect((await jobs.fixture.post(again)).status).to.equal(200);
    await jobs.service.dispatch();
    jobs.service.clock.advance(61);
    await jobs.service.sweep();
    await jobs.service.dispatch();
    const upgrades = await jobs.service.upgrades(jobs.device);
    expect(upgrades.map(({ status, version }) => `${status} ${version}`)).to.deep.equal(['Queued 1.9.0']);
  });

  it('an abandoned schedule that cannot be finished does not delay the others', async () => {
    jobs.dieAt('schedule-written');
    await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] });
    const { _id } = await jobs.service.schedule();
    await jobs.service.deps.mongo.models.schedules.updateOne({ _id }, { $set: { targets: ['nonsense'] } });
    jobs.service.clock.advance(1);
    jobs.device = await jobs.fixture.device();
    jobs.dieAt('schedule-written');
    await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] });
    jobs.service.clock.advance(61);
    expect(await jobs.service.sweep()).to.include({ abandonedSchedules: 1 });
    expect(await jobs.status()).to.equal('');
  });

  for (const step of [
    'dispatch-claimed',
    'late-additions-added',
    'due-batch-read',
    'due-devices-read',
    'due-batch-written',
    'queued-replaced',
    'busy-batch-written',
    'due-batches-done',
    'dispatch-finished',
  ] as const) {
    it(`a schedule whose worker died at ${step} is resumed with the same result`, async () => {
      await makeRelease(jobs.service.deps, jobs.fixture.org, '2.0.0', [jobs.fixture.part._id]);
      await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`], version: '1.9.0', upgrade_type: 'manual' });
      await jobs.service.dispatch();
      await jobs.fixture.post({ aps: [`AP:${jobs.device._id}`] });
      const schedule = await jobs.service.schedule();
      jobs.dieAt(step);
      const death: unknown = await dispatchSlice(jobs.service.deps, schedule).catch(
        (error: unknown) => error,
      );
      expect(death).to.be.an('error').with.property('message', `died at ${step}`);
      await jobs.queue.obliterate({ force: true });

      jobs.service.clock.advance(21);
      const dispatchedSchedules = step === 'dispatch-finished' ? 0 : 1;
      expect(await jobs.service.sweep()).to.include({ dispatchedSchedules });
      expect((await jobs.service.schedule()).state).to.equal('dispatched');
      const upgrades = await jobs.service.upgrades(jobs.device);
      expect(upgrades.map((upgrade) => `${upgrade.status} ${upgrade.version}`)).to.deep.equal([
        'Cancelled 1.9.0',
        'Queued 2.0.0',
      ]);
    });
  }
});
