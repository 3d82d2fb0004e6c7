import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RolloutBed } from '../rollout-bed.js';

const LIFE = [
  'rollout.created',
  'rollout.started',
  'rollout.stage.started',
  'rollout.stage.bound',
  'rollout.stage.soaking',
  'rollout.stage.awaiting_approval',
  'rollout.stage.approved',
  'rollout.stage.done',
  'rollout.completed',
];

describe('the log of a rollout', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  const written = (id: number) =>
    bed.service.deps.mongo.models.auditEntries
      .find({ organisationId: bed.fixture.org, subject: `rollout:${id}` })
      .sort({ seq: 1, n: 1 })
      .lean();

  /** Runs a rollout of one device with an approval to its end. */
  async function completed(ticks = 4): Promise<number> {
    const devices = await bed.devices(1);
    const { _id: id } = await bed.started({ stages: [{ percent: 100, soak_minutes: 0, approval: true }] });
    await bed.tick(ticks);
    for (const device of devices) await bed.upgrade(device);
    await bed.soak(devices);
    await bed.tick(ticks);
    await bed.act(id, 'stages/1/approve');
    await bed.tick(ticks);
    return id;
  }

  it('has each step of its life once, with its author', async () => {
    const id = await completed();
    const events = await bed.log(id);
    expect(events.map(({ action }) => action)).to.deep.equal(LIFE);
    const user = `user:${bed.fixture.admin.user._id}`;
    const ofUser = events.filter(({ actor }) => actor === user).map(({ action }) => action);
    expect(ofUser).to.deep.equal([
      'rollout.created',
      'rollout.started',
      'rollout.stage.approved',
      'rollout.stage.done',
    ]);
    expect(events.filter(({ actor }) => actor === 'system')).to.have.length(LIFE.length - ofUser.length);
    expect(await bed.rollout(id)).to.include({ tickAt: null });
    expect((await written(id)).map(({ action }) => action)).to.deep.equal(LIFE);
  });

  for (const failpoint of ['tick-written', 'tick-logged'] as const satisfies readonly Failpoint[])
    it(`has them once when every tick dies at ${failpoint} the first time`, async () => {
      const died = new Set<string>();
      const { service } = bed;
      service.failpoint = async (reached) => {
        if (reached !== failpoint) return;
        const seqs = (await service.deps.mongo.models.rollouts.find({}, { seq: 1 }).lean()).map(
          ({ seq }) => seq,
        );
        const key = seqs.join();
        if (died.has(key)) return;
        died.add(key);
        throw new Error('The worker died');
      };
      const id = await completed(12);
      expect(died.size).to.be.greaterThan(4);
      await bed.log(id);
      const { tickAt, state } = await bed.rollout(id);
      expect({ tickAt, state }).to.deep.equal({ tickAt: null, state: 'Completed' });
      expect((await written(id)).map(({ action }) => action)).to.deep.equal(LIFE);
    });

  it('shows the events of a tick that has not written them yet', async () => {
    await bed.devices(1);
    const { _id: id } = await bed.started();
    bed.service.failpoint = (reached) => {
      if (reached === 'tick-written') throw new Error('The worker died');
    };
    await bed.tick();
    expect((await written(id)).map(({ action }) => action)).to.deep.equal([
      'rollout.created',
      'rollout.started',
    ]);
    expect((await bed.log(id)).at(-1)).to.include({
      action: 'rollout.stage.started',
      text: 'Stage 1 started',
    });
  });

  it('has changes of settings as they were and are, and the reasons of callers', async () => {
    const { _id: id } = await bed.started();
    await bed.fixture.call('PATCH', `/v1/rollouts/${id}`, { body: { max_in_flight: 7, name: 'Test' } });
    await bed.act(id, 'pause', { reason: 'Lunch' });
    await bed.act(id, 'resume');
    await bed.act(id, 'cancel');
    const entries = await written(id);
    expect(entries.map(({ action }) => action).slice(2)).to.deep.equal([
      'rollout.updated',
      'rollout.paused',
      'rollout.resumed',
      'rollout.cancelled',
    ]);
    expect(entries[2]).to.deep.include({ before: { max_in_flight: 500 }, after: { max_in_flight: 7 } });
    expect(entries[3]).to.include({ reason: 'Lunch' });
    for (const { requestId } of entries) expect(requestId).to.be.a('string');
  });
});
