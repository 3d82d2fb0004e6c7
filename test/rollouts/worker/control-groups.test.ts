import { expect } from 'chai';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import {
  ControlChoice,
  type CohortDevice,
} from '../../../shared/rollouts/operations/reconcile/control-choice.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

const COUNTS = { 'AP-1': 6500, 'AP-2': 2000, 'AP-3': 7 };
/** A network with a switch. */
const SWITCHED = 5;

describe('the cohorts of a rollout', () => {
  let fixture: RolloutRunFixture;
  before(async () => {
    fixture = await RolloutRunFixture.open();
  });
  after(() => fixture.close());

  const all = Object.entries(COUNTS).flatMap(([partNumber, count], part) =>
    Array.from({ length: count }, (_, index): CohortDevice => {
      const id = part * 10_000 + index + 1;
      const networkId = id % 50;
      const isSwitch = networkId === SWITCHED && partNumber === 'AP-3';
      return { id, key: orderKey('seed', id), partNumber, isNeedy: true, networkId, isSwitch };
    }),
  );
  /** Every tenth device is off. */
  const isUp = (id: number): boolean => id % 10 !== 0;

  async function chosen(percent: number) {
    const rollout = await fixture.started();
    const choice = new ControlChoice(percent);
    for (let from = 0; from < all.length; from += 1000) choice.add(all.slice(from, from + 1000), isUp);
    const kept = await choice.keep(fixture.service.deps, rollout);
    const { rolloutHealth } = fixture.service.deps.stores;
    const heldOut = await rolloutHealth.heldOut(rollout);
    return { groups: await rolloutHealth.control(rollout), kept, heldOut };
  }

  const upOf = (part: string, mayBe: (device: CohortDevice) => boolean = () => true): number[] =>
    all
      .filter((device) => device.partNumber === part && isUp(device.id) && mayBe(device))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ id }) => id);

  // docs/rollouts.md#health-gate-1
  it('are the 2,000 devices of each hardware part that are up and last in the order', async () => {
    const { groups } = await chosen(0);
    expect(groups.map(({ part }) => part)).to.have.members(Object.keys(COUNTS));
    for (const { part, deviceIds } of groups) expect(deviceIds, part).to.deep.equal(upOf(part).slice(-2000));
  });

  // docs/rollouts.md#watch-1
  it('have the devices that are held out, none of which is in a network with a switch', async () => {
    const { kept, heldOut } = await chosen(20);
    const mayWait = ({ networkId }: CohortDevice): boolean => networkId !== SWITCHED;
    const expected = [...upOf('AP-1', mayWait).slice(-1300), ...upOf('AP-2', mayWait).slice(-400)];
    expect([...heldOut]).to.have.members(expected);
    expect(kept).to.equal(expected.length);
    expect((await chosen(0)).kept).to.equal(0);
  });
});
