import { expect } from 'chai';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

const STAGES = [
  { canary_per_part: 1, soak_minutes: 0 },
  { percent: 100, soak_minutes: 0 },
];

describe('the canaries of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const states = async (id: number): Promise<string[]> =>
    (await fixture.rollout(id)).stages.map(({ state }) => state);

  /** The devices whose upgrade belongs to the canary stage. */
  async function canariesOf(id: number, among: readonly TestDevice[]): Promise<TestDevice[]> {
    const upgrades = (await fixture.upgradesOf(id)).filter(({ rolloutStage }) => rolloutStage === 1);
    return upgrades.flatMap(
      ({ routerInventoryId }) => among.find(({ _id }) => _id === routerInventoryId) ?? [],
    );
  }

  /** Takes an offered upgrade to Success, or to a failed installation. */
  async function finish(device: TestDevice, isBad = false, version = NEW): Promise<void> {
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    if (isBad) {
      await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
      return;
    }
    await fixture.beat(device, { firmware_version: version });
    fixture.service.clock.advance(61);
    await fixture.beat(device, { firmware_version: version });
  }

  async function waiting(id: number): Promise<Record<string, unknown>> {
    const shown = await fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    const { rollout } = (shown.body as { data: { rollout: { waiting_for: Record<string, unknown> } } }).data;
    return rollout.waiting_for;
  }

  // docs/rollouts.md#canaries-1
  // docs/rollouts.md#canaries-3
  it('are drawn part by part: of a part in a closed network when its window opens, and the stage waits', async () => {
    const { organisation, service } = fixture;
    const other = await makePart(service.deps);
    await makeRelease(service.deps, organisation.org, '2.0.0', [organisation.part._id, other._id]);
    const closed = await makeNetwork(service.deps, organisation.org);
    // The clock of the tests starts on Monday at 12:00 UTC.
    const windows = [{ days: ['mon'], from: '13:00', to: '20:00' }];
    await organisation.call('PATCH', `/v1/networks/${closed._id}`, { body: { windows } });
    const [open] = await fixture.devices(1);
    const late = await organisation.device({ firmwareVersion: OLD, part: other, network: closed });
    await fixture.beat(late);
    const { _id: id } = await fixture.dispatched({ version: '2.0.0', stages: STAGES });
    expect(await canariesOf(id, [open, late])).to.deep.equal([open]);
    await finish(open, false, '2.0.0');
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Running', 'Waiting']);
    service.clock.advance(31);
    await fixture.tick();
    expect(await waiting(id), 'the device of the other part').to.include({ canary: 1 });
    service.clock.set('2026-06-15T13:00:00Z');
    await fixture.beat(late);
    await fixture.beat(open, { firmware_version: '2.0.0' });
    await fixture.tickUntilIdle();
    await finish(late, false, '2.0.0');
    await fixture.beat(open, { firmware_version: '2.0.0' });
    await fixture.tickUntil(id, 'Completed');
  });

  // docs/rollouts.md#canaries-2
  it('are replaced when they are not heard before they begin, and wait in the stage of their order', async () => {
    const devices = await fixture.devices(4);
    const { _id: id, settings } = await fixture.dispatched({ stages: STAGES });
    const [first] = await canariesOf(id, devices);
    if (!first) throw new Error('There is no canary');
    const others = devices
      .filter((device) => device !== first)
      .sort((a, b) => (orderKey(settings.seed, a._id) < orderKey(settings.seed, b._id) ? -1 : 1));
    fixture.service.clock.advance(361);
    for (const device of others) await fixture.beat(device);
    await fixture.service.sweep();
    await fixture.tickUntilIdle();
    expect(await canariesOf(id, devices)).to.deep.equal([others[0]]);
    const replaced = await fixture.service.latest(first);
    expect(replaced).to.include({ status: '', rolloutStage: 2 });
    const entries = (await fixture.log(id)).filter(({ action }) => action === 'rollout.canaries');
    expect(entries.map(({ after }) => after)).to.deep.equal([
      {
        stage: 1,
        part: fixture.organisation.part._id,
        replaced: [{ upgrade_id: replaced._id, mac_id: first.macId }],
      },
    ]);
    expect((await fixture.rollout(id)).stages[0]).to.include({ bound: 1 });
    if (others[0]) await finish(others[0]);
    for (const device of devices) if (device !== others[0]) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Done', 'Running']);
    expect((await fixture.progress(id)).stages[1]).to.include({ devices: 3, in_flight: 3 });
  });

  // docs/rollouts.md#canaries-4
  it('get a second opinion when the only one is bad, which lets the rollout go on', async () => {
    const devices = await fixture.devices(5);
    const { _id: id } = await fixture.dispatched({ stages: STAGES });
    const [bad] = await canariesOf(id, devices);
    if (!bad) throw new Error('There is no canary');
    await finish(bad, true);
    await fixture.tickUntilIdle();
    const more = (await canariesOf(id, devices)).filter((device) => device !== bad);
    expect(more).to.have.length(2);
    for (const device of more) await finish(device);
    for (const device of devices) if (device !== bad && !more.includes(device)) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    expect(await states(id)).to.deep.equal(['Done', 'Running']);
  });

  // docs/rollouts.md#canaries-4
  it('pause the rollout when a second one is bad, with the part', async () => {
    const devices = await fixture.devices(5);
    const { _id: id } = await fixture.dispatched({ stages: STAGES });
    const [bad] = await canariesOf(id, devices);
    if (!bad) throw new Error('There is no canary');
    await finish(bad, true);
    await fixture.tickUntilIdle();
    const [second] = (await canariesOf(id, devices)).filter((device) => device !== bad);
    if (!second) throw new Error('There is no second canary');
    await finish(second, true);
    const { stateReason } = await fixture.tickUntil(id, 'Paused');
    expect(stateReason).to.deep.include({
      gate: 'failure_gate',
      stage: 1,
      part: fixture.organisation.part._id,
      counts: { finished: 2, failed: 2 },
    });
  });

  // docs/rollouts.md#canaries-5
  it('pause the rollout at the first bad one without a second opinion', async () => {
    const devices = await fixture.devices(3);
    const { _id: id } = await fixture.dispatched({ stages: STAGES, gates: { second_opinion: false } });
    const [bad] = await canariesOf(id, devices);
    if (!bad) throw new Error('There is no canary');
    await finish(bad, true);
    const { stateReason } = await fixture.tickUntil(id, 'Paused');
    expect(stateReason).to.deep.include({ counts: { finished: 1, failed: 1 } });
  });

  // docs/rollouts.md#canaries-1
  // docs/reliability.md#canaries-drawn
  it('are drawn once, also when the worker dies before their upgrades are written', async () => {
    const devices = await fixture.devices(5);
    const { _id: id } = await fixture.dispatched({ stages: STAGES });
    const [bad] = await canariesOf(id, devices);
    if (!bad) throw new Error('There is no canary');
    await finish(bad, true);
    let deaths = 0;
    fixture.service.failpoint = (failpoint) => {
      if (failpoint !== 'stage-batch-bound' || deaths === 2) return;
      deaths += 1;
      throw new Error('The worker died');
    };
    await fixture.tick(8);
    fixture.service.failpoint = () => undefined;
    expect(deaths).to.equal(2);
    await fixture.tickUntilIdle();
    expect(await canariesOf(id, devices)).to.have.length(3);
    expect((await fixture.progress(id)).stages[0]).to.include({ devices: 3 });
  });
});
