import { expect } from 'chai';
import type { TestService } from '../../fixtures/records/test-service.js';
import { act } from './act.js';
import { expectInvariants, IssuedIds } from './race-invariants.js';
import type { Action } from './race-actions.js';
import { explains, UNCLAIMED, machineStates } from './race-state.js';
import { raceFixture, type RaceFixture } from './race-fixture.js';

/**
 * Runs rounds on a new fixture: all actions of a round at once, then the checks. Throws if an invariant is broken, or
 * if no order of the acknowledged effects leads to the final states.
 */
export async function play(service: TestService, rounds: readonly (readonly Action[])[]): Promise<void> {
  const fixture = await raceFixture(service);
  const { models } = service.deps.mongo;
  const macs = fixture.machines.map(({ macId }) => macId);
  const ids = new IssuedIds();
  let before = await machineStates(models, macs);
  for (const actions of rounds) {
    const round = { ...fixture, before, pending: await pendingOf(fixture) };
    const effects = (await Promise.all(actions.map((action) => act(round, action)))).flat();
    await expectInvariants(fixture, ids);
    const after = await machineStates(models, macs);
    for (const mac of macs) {
      const [from, to] = [before.get(mac) ?? UNCLAIMED, after.get(mac) ?? UNCLAIMED];
      const own = effects.filter((effect) => effect.mac === mac);
      expect(explains(from, own, to), JSON.stringify({ from, reported: own, to })).to.equal(true);
    }
    before = after;
    service.clock.advance(45);
  }
}

/** The pending upgrade of each MAC. */
async function pendingOf({ service, organisations }: RaceFixture): Promise<Map<string, number>> {
  const { upgrades } = service.deps.mongo.models;
  const organisationId = { $in: organisations.map(({ org }) => org) };
  const found = await upgrades.find({ organisationId, status: '' }).lean();
  return new Map(found.map((upgrade) => [upgrade.macId, upgrade._id]));
}
