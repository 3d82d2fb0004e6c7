import { expect } from 'chai';
import { DEVICES, HealthFixture } from '../health-fixture.js';
import { NEW } from '../rollout-run-fixture.js';

const MINUTE_S = 60;
const HELD_OUT = DEVICES / 10;
const GIVEN = {
  stages: [{ percent: 100, soak_minutes: 0 }],
  gates: { hold_out_percent: 2, watch_minutes: 60 },
};

interface ShownWatch {
  readonly state: string;
  readonly until: string | null;
  readonly held_out: number;
}

// docs/rollouts.md#watch
describe('the watch of a rollout', () => {
  let health: HealthFixture;
  beforeEach(async () => {
    health = await HealthFixture.open();
  });
  afterEach(() => health.close());

  interface ShownRollout {
    readonly watch: ShownWatch | null;
    readonly waiting_for: Readonly<Record<string, number>> | null;
  }
  async function shownOf(id: number): Promise<ShownRollout> {
    const { body } = await health.fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    return (body as { data: { rollout: ShownRollout } }).data.rollout;
  }
  const watchOf = async (id: number): Promise<ShownWatch | null> => (await shownOf(id)).watch;

  /** Lets minutes pass, at the end of which every device sends a heartbeat, and ticks until nothing changes. */
  async function pass(minutes: number): Promise<void> {
    health.fixture.service.clock.advance(minutes * MINUTE_S);
    await health.fleet.heartbeat();
    await health.fixture.tickUntilIdle();
  }

  // docs/rollouts.md#watch-2
  it('goes on after the last stage, and then the devices that were held out are upgraded', async () => {
    const { fixture, fleet } = health;
    const { id, treated, others } = await health.upgraded(GIVEN);
    expect(treated).to.have.length(DEVICES - HELD_OUT);
    await fixture.tickUntilIdle();
    const { stages, watch } = await fixture.rollout(id);
    expect(stages[0]?.state).to.equal('Done');
    const until = new Date((watch?.since?.getTime() ?? 0) + 60 * MINUTE_S * 1000).toISOString();
    expect(await watchOf(id)).to.deep.equal({
      state: 'watching',
      until: until.replace('.000Z', 'Z'),
      held_out: HELD_OUT,
    });
    const looks = (await fixture.rollout(id)).looks;
    await pass(58);
    expect((await fixture.rollout(id)).looks).to.equal(looks + 1);
    expect((await watchOf(id))?.state).to.equal('watching');
    expect((await shownOf(id)).waiting_for).to.include({ watch: HELD_OUT, offline: 0, slots: 0 });
    expect(others.some(({ _id }) => fleet.offered.has(_id))).to.equal(false);
    await pass(2);
    expect((await watchOf(id))?.state).to.equal('hold_out');
    await fleet.heartbeat(others);
    expect(others.every(({ _id }) => fleet.offered.has(_id))).to.equal(true);
    await fleet.runVersion(NEW, others);
    await pass(2);
    const ended = await fixture.rollout(id);
    expect(ended.state).to.equal('Completed');
    expect((await watchOf(id))?.state).to.equal('done');
    const kinds = (await fixture.log(id)).map(({ action }) => action);
    expect(kinds).to.include.members(['rollout.watch.started', 'rollout.watch.done']);
    // docs/rollouts.md#health-gate-8
    const kept = await fixture.service.deps.mongo.models.rolloutLooks.find({ rolloutId: id }).lean();
    expect(kept.map(({ look }) => look)).to.include.members([1, 2]);
    const week = 7 * 24 * 60 * MINUTE_S * 1000;
    for (const { expiresAt } of kept)
      expect(expiresAt.getTime() - (ended.endedAt?.getTime() ?? 0)).to.equal(week);
  });

  it('finds devices that die hours after their upgrade', async () => {
    const { fixture } = health;
    const { id, treated, others } = await health.upgraded({
      ...GIVEN,
      gates: { ...GIVEN.gates, hold_out_percent: 20 },
    });
    await fixture.tickUntilIdle();
    await pass(30);
    fixture.service.clock.advance(10 * MINUTE_S);
    await health.fleet.heartbeat([...others, ...treated.slice(60)]);
    await fixture.tick();
    const { state, stateReason } = await fixture.rollout(id);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({ gate: 'health_gate', sign: 'down' });
  });

  // docs/rollouts.md#watch-2
  it('ends at once when its minutes are set to 0', async () => {
    const { fixture } = health;
    const { id } = await health.upgraded(GIVEN);
    await fixture.tickUntilIdle();
    const body = { gates: { watch_minutes: 0 } };
    const { status } = await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body });
    expect(status).to.equal(200);
    await fixture.tickUntilIdle();
    expect((await watchOf(id))?.state).to.equal('hold_out');
  });

  // docs/rollouts.md#watch-3
  it('is none without the health gate, in retries and in rollbacks', async () => {
    const { fixture } = health;
    const { id } = await health.upgraded({ ...GIVEN, gates: { ...GIVEN.gates, health: false } });
    expect(await watchOf(id)).to.equal(null);
    const { body } = await fixture.organisation.call('POST', `/v1/rollouts/${id}/retry`, {
      body: { targets: ['all'], gates: { ...GIVEN.gates, health: true } },
    });
    const { id: retry } = (body as { data: { rollout: { id: number } } }).data.rollout;
    await fixture.act(retry, 'start');
    await fixture.tickUntilIdle();
    expect(await watchOf(retry)).to.equal(null);
  });
});
