import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import type { Standing } from './race-state.js';
import type { Machine, Party, RaceFixture } from './race-fixture.js';

/** Whoever takes part in a round, and where everything stood when it began. */
export interface Round extends RaceFixture {
  readonly before: ReadonlyMap<string, Standing>;
  /** The pending upgrade of each MAC. */
  readonly pending: ReadonlyMap<string, number>;
}

export function partyOf({ parties }: RaceFixture, index: number): Party {
  return parties[index] ?? never();
}

export function machineOf({ machines }: RaceFixture, index: number): Machine {
  return machines[index] ?? never();
}

export function networkOf(
  fixture: RaceFixture,
  { party, network }: { readonly party: number; readonly network: number },
): number {
  return (partyOf(fixture, party).networks[network] ?? never()).id;
}

function never(): never {
  throw new Error('The fixture has no such part');
}

/** Whatever happens at once, nobody is answered with a failure. */
export function expectAnswer(reply: Reply): void {
  expect(reply.status, reply.text).to.be.oneOf([200, 403, 404, 422]);
}
