import { expect } from 'chai';
import type { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';
import { act } from './act.js';
import { expectInvariants, GivenIds } from './race-invariants.js';
import type { Action } from './race-actions.js';
import { explains, NOWHERE, standings } from './race-state.js';
import { raceWorld, type RaceWorld } from './race-world.js';

/**
 * Plays rounds in a world of their own: the actions of a round at once, and after each round a look at everything.
 * Fails when an invariant does not hold, or when no order of what the callers were told leads to where things stand.
 */
export async function play(stage: UpgradeStage, rounds: readonly (readonly Action[])[]): Promise<void> {
  const world = await raceWorld(stage);
  const { models } = stage.deps.mongo;
  const macs = world.machines.map(({ macId }) => macId);
  const ids = new GivenIds();
  let before = await standings(models, macs);
  for (const actions of rounds) {
    const round = { ...world, before, pending: await pendingOf(world) };
    const effects = (await Promise.all(actions.map((action) => act(round, action)))).flat();
    await expectInvariants(world, ids);
    const after = await standings(models, macs);
    for (const mac of macs) {
      const [from, to] = [before.get(mac) ?? NOWHERE, after.get(mac) ?? NOWHERE];
      const own = effects.filter((effect) => effect.mac === mac);
      expect(explains(from, own, to), JSON.stringify({ from, told: own, to })).to.equal(true);
    }
    before = after;
    stage.clock.advance(45);
  }
}

/** The pending upgrade of each MAC. */
async function pendingOf({ stage, parties }: RaceWorld): Promise<Map<string, number>> {
  const { upgrades } = stage.deps.mongo.models;
  const organisationId = { $in: parties.map(({ org }) => org) };
  const found = await upgrades.find({ organisationId, status: '' }).lean();
  return new Map(found.map((upgrade) => [upgrade.macId, upgrade._id]));
}
