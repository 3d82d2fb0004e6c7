import fc from 'fast-check';
import type { Failpoint } from '../../../shared/platform/failpoints.js';

/** Where ticks die. */
const FAILPOINTS: readonly Failpoint[] = [
  'rollout-read',
  'control-kept',
  'stage-planned',
  'stage-batch-bound',
  'stage-bound',
  'joiners-added',
  'health-looked',
  'waiting-scanned',
  'waiting-ended',
  'tick-decided',
  'tick-written',
  'tick-logged',
  'tick-counted',
  'tick-announced',
  'tick-dispatched',
];

/** What a device does, or what a caller does with it. */
export type OnDevice = 'beat' | 'download' | 'install' | 'fail' | 'delete' | 'request';

/** Something that happens to a rollout. */
export type Command =
  | { readonly do: 'tick' | 'pause' | 'resume' | 'sweep' | 'beat all' | 'join' }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'edit'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly do: 'die'; readonly failpoint: Failpoint }
  | { readonly do: OnDevice; readonly device: number };

export interface Alphabet {
  readonly devices: number;
  /** By how much the clock changes. */
  readonly seconds: readonly number[];
  /** What a caller changes of the rollout. */
  readonly edits: readonly Readonly<Record<string, unknown>>[];
}

/** Any sequence of commands. */
export function anyCommands({ devices, seconds, edits }: Alphabet): fc.Arbitrary<Command[]> {
  const device = fc.nat(devices - 1);
  const one = (what: fc.Arbitrary<string>, fields = {}) => fc.record({ do: what, ...fields });
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: one(fc.constant('tick')) },
      { weight: 4, arbitrary: one(fc.constantFrom('pause', 'resume', 'sweep', 'join')) },
      { weight: 3, arbitrary: one(fc.constant('beat all')) },
      { weight: 2, arbitrary: one(fc.constant('advance'), { seconds: fc.constantFrom(...seconds) }) },
      { weight: 1, arbitrary: one(fc.constant('edit'), { settings: fc.constantFrom(...edits) }) },
      { weight: 2, arbitrary: one(fc.constant('die'), { failpoint: fc.constantFrom(...FAILPOINTS) }) },
      { weight: 9, arbitrary: one(fc.constantFrom('beat', 'download', 'install', 'fail'), { device }) },
      { weight: 1, arbitrary: one(fc.constantFrom('delete', 'request'), { device }) },
    ),
    { minLength: 20, maxLength: 40 },
  ) as fc.Arbitrary<Command[]>;
}
