import { expect } from 'chai';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import { ControlChoice } from '../../../shared/rollouts/operations/reconcile/control-choice.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

describe('the control groups of a stage', () => {
  let fixture: RolloutRunFixture;
  before(async () => {
    fixture = await RolloutRunFixture.open();
  });
  after(() => fixture.close());

  // docs/rollouts.md#health-gate
  it('are the 2,000 devices of each hardware part that are last in the order', async () => {
    const rollout = await fixture.started();
    const counts = { 'AP-1': 6500, 'AP-2': 2000, 'AP-3': 7 };
    const devices = Object.entries(counts).flatMap(([partNumber, count], part) =>
      Array.from({ length: count }, (_, index) => {
        const id = part * 10_000 + index + 1;
        return { id, key: orderKey('seed', id), partNumber, isNeedy: true };
      }),
    );
    const choice = new ControlChoice();
    for (let from = 0; from < devices.length; from += 1000) choice.add(devices.slice(from, from + 1000));
    await choice.keep(fixture.service.deps, rollout, 1);
    const { rolloutHealth } = fixture.service.deps.stores;
    const groups = await rolloutHealth.control(rollout, 1, Object.keys(counts));
    expect(groups.map(({ part }) => part)).to.have.members(Object.keys(counts));
    for (const group of groups) {
      const ofPart = devices.filter(({ partNumber }) => partNumber === group.part);
      const inOrder = ofPart.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ id }) => id);
      expect(group.deviceIds, group.part).to.have.members(inOrder.slice(-2000));
    }
  });
});
