import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import type { Standing } from './race-state.js';
import type { Machine, Party, RaceWorld } from './race-world.js';

/** Whoever takes part in a round, and where everything stood when it began. */
export interface Round extends RaceWorld {
  readonly before: ReadonlyMap<string, Standing>;
  /** The pending upgrade of each MAC. */
  readonly pending: ReadonlyMap<string, number>;
}

export function partyOf({ parties }: RaceWorld, index: number): Party {
  return parties[index] ?? never();
}

export function machineOf({ machines }: RaceWorld, index: number): Machine {
  return machines[index] ?? never();
}

export function networkOf(
  world: RaceWorld,
  { party, network }: { readonly party: number; readonly network: number },
): number {
  return (partyOf(world, party).networks[network] ?? never()).id;
}

function never(): never {
  throw new Error('The world has no such part');
}

/** Whatever happens at once, nobody is answered with a failure. */
export function expectAnswer(reply: Reply): void {
  expect(reply.status, reply.text).to.be.oneOf([200, 403, 404, 422]);
}
