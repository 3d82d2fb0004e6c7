import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import type { MachineState } from './race-state.js';
import type { Machine, Organisation, RaceFixture } from './race-fixture.js';

/** The fixture of a round, and the state of every machine when it began. */
export interface Round extends RaceFixture {
  readonly before: ReadonlyMap<string, MachineState>;
  /** The pending upgrade of each MAC. */
  readonly pending: ReadonlyMap<string, number>;
}

export function organisationOf({ organisations }: RaceFixture, index: number): Organisation {
  return organisations[index] ?? never();
}

export function machineOf({ machines }: RaceFixture, index: number): Machine {
  return machines[index] ?? never();
}

export function networkOf(
  fixture: RaceFixture,
  { organisation, network }: { readonly organisation: number; readonly network: number },
): number {
  return (organisationOf(fixture, organisation).networks[network] ?? never()).id;
}

function never(): never {
  throw new Error('The fixture has no such part');
}

/** Fails on any response other than a success or a refusal. */
export function expectAnswer(reply: Reply): void {
  expect(reply.status, reply.text).to.be.oneOf([200, 403, 404, 422]);
}
