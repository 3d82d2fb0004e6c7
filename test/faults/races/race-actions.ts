import fc from 'fast-check';
import { MACHINES, NETWORKS } from './race-fixture.js';

const organisation = fc.nat({ max: 1 });
const network = fc.nat({ max: NETWORKS - 1 });
const machine = fc.nat({ max: MACHINES - 1 });
const machines = fc.uniqueArray(machine, { minLength: 1, maxLength: 3 });

const placing = fc.record({
  do: fc.constantFrom('provision' as const, 'move' as const),
  organisation,
  machines,
  network,
});
const leaving = fc.record({
  do: fc.constantFrom('release' as const, 'remove' as const),
  organisation,
  machines,
});
const scheduling = fc.record({
  do: fc.constant('schedule' as const),
  organisation,
  /** If empty, the whole network. */
  machines: fc.oneof(machines, fc.constant<number[]>([])),
  network,
  later: fc.boolean(),
  version: fc.constantFrom(null, '1.9.0'),
});
const changing = fc.record({
  do: fc.constantFrom('update' as const, 'delete' as const),
  organisation,
  machine,
  /** Whether an update also changes the time. */
  later: fc.boolean(),
});
const reporting = fc.record({
  do: fc.constant('heartbeat' as const),
  machine,
  state: fc.constantFrom(null, 'downloading' as const, 'installing' as const, 'failure' as const),
  /** Whether the device runs the version it was offered. */
  upgraded: fc.boolean(),
});
const working = fc.record({ do: fc.constant('work' as const) });

const action = fc.oneof(
  { weight: 5, arbitrary: placing },
  { weight: 3, arbitrary: leaving },
  { weight: 4, arbitrary: scheduling },
  { weight: 3, arbitrary: changing },
  { weight: 2, arbitrary: reporting },
  { weight: 2, arbitrary: working },
);

type ValueOf<A> = A extends fc.Arbitrary<infer V> ? V : never;

/** An action of a caller of one of the two organisations, of a device, or of the worker. */
export type Action = ValueOf<typeof action>;

/** Rounds in sequence; the actions of a round run concurrently. */
export const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
  minLength: 3,
  maxLength: 8,
});
