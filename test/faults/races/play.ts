import { expect } from 'chai';
import type { TestService } from '../../fixtures/records/test-service.js';
import { act } from './act.js';
import { expectInvariants, GivenIds } from './race-invariants.js';
import type { Action } from './race-actions.js';
import { explains, NOWHERE, standings } from './race-state.js';
import { raceFixture, type RaceFixture } from './race-fixture.js';

/**
 * Plays rounds in a fixture of their own: the actions of a round at once, and after each round a look at everything.
 * Fails when an invariant does not hold, or when no order of what the callers were told leads to where things stand.
 */
export async function play(service: TestService, rounds: readonly (readonly Action[])[]): Promise<void> {
  const fixture = await raceFixture(service);
  const { models } = service.deps.mongo;
  const macs = fixture.machines.map(({ macId }) => macId);
  const ids = new GivenIds();
  let before = await standings(models, macs);
  for (const actions of rounds) {
    const round = { ...fixture, before, pending: await pendingOf(fixture) };
    const effects = (await Promise.all(actions.map((action) => act(round, action)))).flat();
    await expectInvariants(fixture, ids);
    const after = await standings(models, macs);
    for (const mac of macs) {
      const [from, to] = [before.get(mac) ?? NOWHERE, after.get(mac) ?? NOWHERE];
      const own = effects.filter((effect) => effect.mac === mac);
      expect(explains(from, own, to), JSON.stringify({ from, told: own, to })).to.equal(true);
    }
    before = after;
    service.clock.advance(45);
  }
}

/** The pending upgrade of each MAC. */
async function pendingOf({ service, parties }: RaceFixture): Promise<Map<string, number>> {
  const { upgrades } = service.deps.mongo.models;
  const organisationId = { $in: parties.map(({ org }) => org) };
  const found = await upgrades.find({ organisationId, status: '' }).lean();
  return new Map(found.map((upgrade) => [upgrade.macId, upgrade._id]));
}
