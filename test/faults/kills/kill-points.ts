import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FAILPOINTS, type Failpoint } from '../../../shared/platform/failpoints.js';

export const PREVIEW: readonly Failpoint[] = [
  'preview-list-written',
  'preview-listed',
  'preview-computed',
  'preview-written',
];
/** In the order in which a rollout that starts comes to them. */
export const FIRST_STAGE: readonly Failpoint[] = [
  'rollout-leased',
  'rollout-read',
  'control-kept',
  'stage-planned',
  'tick-decided',
  'tick-written',
  'stage-batch-bound',
  'stage-bound',
  'health-looked',
  'tick-logged',
  'tick-counted',
  'tick-announced',
  'waiting-scanned',
  'waiting-ended',
  'tick-dispatched',
];
export const HEARTBEATS: readonly Failpoint[] = ['heartbeats-read', 'heartbeats-written'];
export const SWEEP = ['overdue-read', 'overdue-closed'] as const satisfies readonly Failpoint[];

/** Where processes are killed while upgrades stall, are recalled or given up. */
export const EARLY_ENDS = {
  heartbeats: ['heartbeats-read', 'upgrades-advanced', 'heartbeats-written'],
  requests: ['downloads-recalled', 'upgrade-abandoned'],
  sweep: SWEEP,
  cancellation: ['begun-abandoned'],
  tick: ['tick-written', 'tick-counted', 'tick-announced'],
} as const satisfies Record<string, readonly Failpoint[]>;

/** The sections of docs/reliability.md with a table of kill points. */
export type KillSection =
  | 'Kill points'
  | 'Kill points of upgrades that end early'
  | 'Kill points of configurations'
  | 'Kill points of uCentral devices'
  | 'Kill points of deaf periods';

/** A row of the table of docs/reliability.md#kill-points. */
export interface KillPoint {
  readonly failpoint: Failpoint;
  readonly process: 'API' | 'worker' | 'gateway';
  /** Whether `npm run test:all` kills a process there; `npm run test:kills` does so at every point. */
  readonly isSampled: boolean;
}

const ROW = /^\| `([a-z-]+)` \| (API|worker|gateway) \|.*\| (✓?) *\|$/gm;

/** Reads the table of a section. @throws Error when a row names no failpoint */
export async function readKillPoints(section: KillSection): Promise<KillPoint[]> {
  const sections = (await readFile('docs/reliability.md', 'utf8')).split(/^## /m);
  const text = sections.find((each) => each.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(ROW)].map(([, name, process, sampled]) => {
    const failpoint = FAILPOINTS.find((each) => each === name);
    if (!failpoint) throw new Error(`docs/reliability.md names an unknown failpoint: ${name ?? ''}`);
    return { failpoint, process: process as KillPoint['process'], isSampled: sampled !== '' };
  });
}

/** The failpoints in the sources of a folder. */
export async function failpointsOf(
  folder: `shared/${'rollouts' | 'configuration' | 'deaf-periods' | 'ucentral'}` | 'gateway',
): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [
    ...new Set(
      sources.flatMap((text) => [...text.matchAll(/failpoint\('([a-z-]+)'\)/g)].map(([, name = '']) => name)),
    ),
  ];
}
