import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

const LIFE = [
  'rollout.created',
  'rollout.started',
  'rollout.stage.started',
  'rollout.stage.bound',
  'rollout.stage.soaking',
  'rollout.health_look',
  'rollout.stage.awaiting_approval',
  'rollout.stage.approved',
  'rollout.stage.done',
  'rollout.completed',
];

describe('the log of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const written = (id: number) =>
    fixture.service.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.organisation.org, subject: `rollout:${id}` })
      .sort({ seq: 1, n: 1 })
      .lean();

  /** Runs a rollout of one device with an approval to its end. */
  async function completed(ticks = 4): Promise<number> {
    const devices = await fixture.devices(1);
    const { _id: id } = await fixture.started({
      stages: [{ percent: 100, soak_minutes: 0, approval: true }],
    });
    await fixture.tick(ticks);
    for (const device of devices) await fixture.upgrade(device);
    await fixture.soak(devices);
    await fixture.tick(ticks);
    await fixture.act(id, 'stages/1/approve');
    await fixture.tick(ticks);
    return id;
  }

  it('has each step of its life once, with its author', async () => {
    const id = await completed();
    const events = await fixture.log(id);
    expect(events.map(({ action }) => action)).to.deep.equal(LIFE);
    const user = `user:${fixture.organisation.admin.user._id}`;
    const ofUser = events.filter(({ actor }) => actor === user).map(({ action }) => action);
    expect(ofUser).to.deep.equal([
      'rollout.created',
      'rollout.started',
      'rollout.stage.approved',
      'rollout.stage.done',
    ]);
    expect(events.filter(({ actor }) => actor === 'system')).to.have.length(LIFE.length - ofUser.length);
    expect(await fixture.rollout(id)).to.include({ tickAt: null });
    expect((await written(id)).map(({ action }) => action)).to.deep.equal(LIFE);
  });

  for (const failpoint of ['tick-written', 'tick-logged'] as const satisfies readonly Failpoint[])
    it(`has them once when every tick dies at ${failpoint} the first time`, async () => {
      const died = new Set<string>();
      const { service } = fixture;
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
      await fixture.log(id);
      const { tickAt, state } = await fixture.rollout(id);
      expect({ tickAt, state }).to.deep.equal({ tickAt: null, state: 'Completed' });
      expect((await written(id)).map(({ action }) => action)).to.deep.equal(LIFE);
    });

  it('shows the events of a tick that has not written them yet', async () => {
    await fixture.devices(1);
    const { _id: id } = await fixture.started();
    fixture.service.failpoint = (reached) => {
      if (reached === 'tick-written') throw new Error('The worker died');
    };
    await fixture.tick();
    expect((await written(id)).map(({ action }) => action)).to.deep.equal([
      'rollout.created',
      'rollout.started',
    ]);
    expect((await fixture.log(id)).at(-1)).to.include({
      action: 'rollout.stage.started',
      text: 'Stage 1 started',
    });
  });

  it('has changes of settings as they were and are, and the reasons of callers', async () => {
    const { _id: id } = await fixture.started();
    await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, {
      body: { max_in_flight: 7, name: 'Test' },
    });
    await fixture.act(id, 'pause', { reason: 'Lunch' });
    await fixture.act(id, 'resume');
    await fixture.act(id, 'cancel');
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
