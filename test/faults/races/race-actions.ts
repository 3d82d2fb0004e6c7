import fc from 'fast-check';
import { MACHINES, NETWORKS } from './race-fixture.js';

const party = fc.nat({ max: 1 });
const network = fc.nat({ max: NETWORKS - 1 });
const machine = fc.nat({ max: MACHINES - 1 });
const machines = fc.uniqueArray(machine, { minLength: 1, maxLength: 3 });

const placing = fc.record({
  do: fc.constantFrom('provision' as const, 'move' as const),
  party,
  machines,
  network,
});
const leaving = fc.record({ do: fc.constantFrom('release' as const, 'remove' as const), party, machines });
const scheduling = fc.record({
  do: fc.constant('schedule' as const),
  party,
  /** Of no machine: of a whole network. */
  machines: fc.oneof(machines, fc.constant<number[]>([])),
  network,
  later: fc.boolean(),
  version: fc.constantFrom(null, '1.9.0'),
});
const changing = fc.record({
  do: fc.constantFrom('update' as const, 'delete' as const),
  party,
  machine,
  /** Whether an update also moves the time. */
  later: fc.boolean(),
});
const beating = fc.record({
  do: fc.constant('beat' as const),
  machine,
  state: fc.constantFrom(null, 'downloading' as const, 'installing' as const, 'failure' as const),
  /** Whether it runs what it was told to. */
  upgraded: fc.boolean(),
});
const working = fc.record({ do: fc.constant('work' as const) });

const action = fc.oneof(
  { weight: 5, arbitrary: placing },
  { weight: 3, arbitrary: leaving },
  { weight: 4, arbitrary: scheduling },
  { weight: 3, arbitrary: changing },
  { weight: 2, arbitrary: beating },
  { weight: 2, arbitrary: working },
);

type ValueOf<A> = A extends fc.Arbitrary<infer V> ? V : never;

/** What somebody does: a caller of one of the two organisations, a device, or the worker. */
export type Action = ValueOf<typeof action>;

/** Rounds one after another; the actions of a round happen at once. */
export const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
  minLength: 3,
  maxLength: 8,
});
