import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { DEVICES, HealthFixture, STAGES, TREATED } from '../health-fixture.js';
import { NEW } from '../rollout-run-fixture.js';

// docs/rollouts.md#health-gate
describe('the health gate of a rollout', () => {
  let health: HealthFixture;
  beforeEach(async () => {
    health = await HealthFixture.open();
  });
  afterEach(() => health.close());

  // docs/rollouts.md#health-gate-7
  it('pauses the rollout when upgraded devices are down and others are not, and names them', async () => {
    const { id, others } = await health.upgraded();
    const rollout = await health.look(id, others);
    expect(rollout.state).to.equal('Paused');
    const { p, examples, at, ...reason } = rollout.stateReason ?? {};
    expect(reason).to.deep.equal({
      gate: 'health_gate',
      stage: 1,
      part: health.fixture.organisation.part._id,
      sign: 'down',
      counts: { sick: TREATED, treated: TREATED, control_sick: 0, control: DEVICES - TREATED },
      // Of the first look with tests: three of them.
      limit: 5.79e-6,
      randomised: true,
    });
    // 1 in C(80, 12).
    expect(p).to.equal(1.66e-14);
    expect(examples).to.have.length(10);
    const [first] = examples as Record<string, unknown>[];
    expect(first).to.have.keys('upgrade_id', 'mac_id', 'sign').and.include({ sign: 'down' });
    expect(at).to.equal(rollout.lookedAt?.toISOString().replace('.000Z', 'Z'));
  });

  it('passes when an outage hits upgraded and other devices alike', async () => {
    const { id } = await health.upgraded();
    expect(await health.look(id, [])).to.include({ state: 'Running' });
  });

  // docs/rollouts.md#health-gate-2
  // docs/reliability.md#restarts-before
  it('pauses the rollout when upgraded devices restart, and the others did so only before it', async () => {
    const { deviceStates } = health.fixture.service.deps.mongo.models;
    const restart = async (devices: readonly TestDevice[]): Promise<void> => {
      const _id = { $in: devices.map((device) => device._id) };
      await deviceStates.updateMany(
        { _id, organisationId: health.fixture.organisation.org },
        { $inc: { restarts: 2 } },
      );
    };
    await restart(health.devices);
    const { id, treated } = await health.upgraded();
    await restart(treated);
    const { state, stateReason } = await health.look(id, health.devices);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      gate: 'health_gate',
      sign: 'restarted',
      counts: { sick: TREATED, treated: TREATED, control_sick: 0, control: DEVICES - TREATED },
    });
  });

  it('passes when too few devices are sick', async () => {
    const { id, others } = await health.upgraded({ gates: { min_sick: TREATED + 1 } });
    expect(await health.look(id, others)).to.include({ state: 'Running' });
  });

  it('does nothing when it is turned off', async () => {
    const { id, others } = await health.upgraded({ gates: { health: false } });
    expect(await health.look(id, others)).to.include({ state: 'Running', lookedAt: null });
  });

  it('looks every ten minutes', async () => {
    const { id, treated, others } = await health.upgraded();
    const { lookedAt } = await health.look(id, health.devices);
    health.fixture.service.clock.advance(500);
    await health.fleet.heartbeat(others);
    await health.fixture.tick();
    expect(await health.fixture.rollout(id)).to.deep.include({ state: 'Running', lookedAt });
    health.fixture.service.clock.advance(100);
    await health.fleet.heartbeat(others);
    await health.fixture.tick();
    expect(await health.fixture.rollout(id)).to.include({ state: 'Paused' });
    expect(treated).to.have.length(TREATED);
  });

  it('judges after a resume only what verifies later', async () => {
    const { id, others } = await health.upgraded();
    expect(await health.look(id, others)).to.include({ state: 'Paused' });
    await health.fixture.act(id, 'resume');
    expect(await health.look(id, others)).to.include({ state: 'Running' });
  });

  // docs/rollouts.md#health-gate-7
  it('records each look in the log', async () => {
    const { id } = await health.upgraded();
    await health.look(id, health.devices);
    await health.look(id, health.devices);
    const looks = (await health.fixture.log(id)).filter(({ action }) => action === 'rollout.health_look');
    expect(looks).to.have.length(2);
    const compared = { treated: TREATED, control: DEVICES - TREATED };
    const none = { sick: 0, control_sick: 0, ...compared };
    const test = { p: 1, counts: none, effect: null };
    expect(looks[0]?.after).to.deep.equal({
      look: 2,
      stage: 1,
      part: health.fixture.organisation.part._id,
      verdict: 'passed',
      counts: none,
      sign: 'down',
      p: 1,
      limit: 5.79e-6,
      tests: [
        { sign: 'down', ...test },
        { sign: 'restarted', ...test },
        { sign: 'restarts', ...test, counts: { restarts: 0, control_restarts: 0, ...compared } },
      ],
      randomised: true,
      stage_end: false,
      examples: [],
    });
  });

  it('says of a stage of targets that chance did not choose its devices', async () => {
    const targets = health.devices.slice(0, TREATED).map(({ _id }) => `AP:${_id}`);
    const { id, others } = await health.upgraded({ stages: [{ targets, soak_minutes: 60 }, STAGES[1]] });
    const { stateReason } = await health.look(id, others);
    expect(stateReason).to.include({ gate: 'health_gate', randomised: false });
  });

  // docs/rollouts.md#health-gate-5
  // docs/rollouts.md#failure-gate-4
  it('judges nothing without a control group, until the end of the stage', async () => {
    const { id, treated } = await health.upgraded({ stages: [{ percent: 100, soak_minutes: 60 }] });
    expect(treated).to.have.length(DEVICES);
    const up = treated.slice(6);
    expect(await health.look(id, up)).to.include({ state: 'Running' });
    for (let looks = 0; looks < 6; looks += 1) await health.look(id, up);
    const { state, stateReason } = await health.fixture.rollout(id);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      gate: 'failure_gate',
      stage: 1,
      counts: { finished: DEVICES, failed: 6 },
    });
  });

  // docs/rollouts.md#canaries-4
  it('asks for a second opinion of a sick canary, also when it is turned off', async () => {
    const { fleet, fixture } = health;
    const stages = [{ canary_per_part: 1, soak_minutes: 5 }, STAGES[1]];
    const { id, treated, others } = await health.upgraded({ stages, gates: { health: false } });
    expect(treated).to.have.length(1);
    expect(await health.look(id, others)).to.include({ state: 'Running' });
    await fleet.heartbeat([...others]);
    await fixture.tickUntilIdle();
    await fleet.heartbeat([...others]);
    const more = others.filter(({ _id }) => fleet.offered.has(_id));
    expect(more).to.have.length(2);
    expect((await fixture.rollout(id)).stages[0]).to.include({ state: 'Running' });
    await fleet.runVersion(NEW, more);
    fixture.service.clock.advance(61);
    await fleet.heartbeat([...others]);
    await fixture.tickUntilIdle();
    await health.look(id, others);
    await fixture.tickUntilIdle();
    const { state, stages: after } = await fixture.rollout(id);
    expect([state, after[0]?.state]).to.deep.equal(['Running', 'Done']);
    const entries = (await fixture.log(id)).filter(({ action }) => action === 'rollout.canaries');
    expect(entries).to.have.length(1);
  });

  // docs/rollouts.md#canaries-4
  // docs/rollouts.md#canaries-5
  it('takes a sick canary for bad at the end of its stage', async () => {
    const { id, treated } = await health.upgraded({
      stages: [{ canary_per_part: 1, soak_minutes: 5 }, STAGES[1]],
      gates: { health: false, second_opinion: false },
    });
    expect(treated).to.have.length(1);
    const { state, stateReason } = await health.look(id, []);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      gate: 'failure_gate',
      stage: 1,
      counts: { finished: 1, failed: 1 },
    });
    const [example] = stateReason?.['examples'] as Record<string, unknown>[];
    expect(example).to.include({ mac_id: treated[0]?.macId, sign: 'down' });
    await health.fixture.act(id, 'resume');
    await health.fixture.tickUntilIdle();
    expect((await health.fixture.rollout(id)).stages[0]?.state).to.equal('Done');
  });
});
