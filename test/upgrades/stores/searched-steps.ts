import fc from 'fast-check';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import type { UpgradeStatus } from '../../../shared/upgrades/domain/upgrade-status.js';

export const NETWORKS = [1, 2, null];
export const NAMES = [
  'Lobby east',
  'lobby (west) [x]',
  'Straße 7',
  'İzmir',
  'a.b*c+d?',
  'back\\slash',
  'Zürich 02:00',
  'AP:7',
];
const ZONES = [null, 'UTC', 'Europe/Berlin', 'Asia/Kolkata'];
const VERSIONS = ['1.9.0', '1.10.0', '2.0.0-rc.1'];
export const ENDS: readonly UpgradeStatus[] = ['Success', 'Failed', 'Skipped', 'Cancelled', 'Expired'];
const STATUSES: readonly UpgradeStatus[] = ['Queued', 'Downloading', ...ENDS, ...ENDS];

const at = fc.nat();
const terms = { version: fc.constantFrom(...VERSIONS), zone: fc.constantFrom(...ZONES), hours: fc.nat(30) };

/** One change of the upgrades of an organisation. Each is followed by searches: a state. */
export const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('schedule' as const),
      devices: fc.array(at, { maxLength: 6 }),
      gap: fc.nat(BLOCK),
      ...terms,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('end' as const), at, status: fc.constantFrom(...STATUSES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), at, name: fc.constantFrom('', ...NAMES) }),
  },
  fc.record({ kind: fc.constant('move' as const), at, network: fc.constantFrom(...NETWORKS) }),
  fc.record({ kind: fc.constant('change' as const), at, ...terms }),
  fc.record({ kind: fc.constant('delete' as const), at }),
  fc.record({
    kind: fc.constant('import' as const),
    ids: fc.array(fc.nat(6 * BLOCK), { maxLength: 4 }),
    at,
    name: fc.constantFrom('', ...NAMES),
    ...terms,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      hours: fc.constantFrom(0, 1, 2, 2, 250),
      diesAt: fc.nat(6),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
export type Terms = { readonly version: string; readonly zone: string | null; readonly hours: number };
