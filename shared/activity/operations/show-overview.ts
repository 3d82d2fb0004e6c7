import { readScope, type Caller } from '../../access/domain/access.js';
import { CONFIGURATION_PROBLEMS } from '../../configuration/records/domain/device-configuration.js';
import type { ActivityDeps } from '../deps.js';
import type { CountedTally, HeldNetwork } from '../stores/tally-store.js';

export const ATTENTION_KINDS = [
  'devices_down',
  'devices_never_heard',
  'devices_unassigned',
  'rollouts_paused',
  'configuration_failed',
  'configuration_rolled_back',
  'configuration_drifted',
  'configuration_held',
  'configuration_left_out',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Something to look at, with the filter of the list that shows it. */
export interface Attention {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly filter: Readonly<Record<string, string | number>>;
}

export interface Overview {
  readonly tally: CountedTally;
  readonly attention: readonly Attention[];
  /** The networks with most clients. */
  readonly busiest: readonly {
    readonly networkId: number;
    readonly networkName: string;
    readonly clients: number;
  }[];
}

/** More paused rollouts are not counted. */
const MAX_ROLLOUTS = 100;
const MAX_BUSIEST = 5;
/** So many networks with a held change have an entry each. */
const MAX_HELD = 20;

/** The numbers of the devices that the caller may see, as the worker last counted them, and what needs attention. */
export async function showOverview({ stores }: ActivityDeps, caller: Caller): Promise<Overview> {
  const scope = readScope(caller);
  const nowhere = { ...scope, networkIds: [] };
  const [tally, unassigned, paused, held] = await Promise.all([
    stores.tallies.inScope(scope),
    scope.unassigned ? stores.tallies.inScope(nowhere) : null,
    stores.rollouts.countInState(caller, 'Paused', MAX_ROLLOUTS),
    stores.tallies.heldIn(scope, MAX_HELD),
  ]);
  const busy = (tally.busiest ?? []).slice(0, MAX_BUSIEST);
  const names = await stores.networks.namesOf(
    scope,
    busy.map(({ networkId }) => networkId),
  );
  const busiest = busy.flatMap(({ networkId, clients }) => {
    const networkName = names.get(networkId);
    return networkName === undefined ? [] : [{ networkId, networkName, clients }];
  });
  const without = unassigned ? unassigned.up + unassigned.down + unassigned.neverHeard : 0;
  const all: Attention[] = [
    { kind: 'devices_down', count: tally.down, filter: { state: 'down' } },
    { kind: 'devices_never_heard', count: tally.neverHeard, filter: { state: 'never_heard' } },
    { kind: 'devices_unassigned', count: without, filter: { network_id: 0 } },
    { kind: 'rollouts_paused', count: paused, filter: { state: 'Paused' } },
    ...CONFIGURATION_PROBLEMS.map((state): Attention => {
      const count = tally.configurations?.[state] ?? 0;
      return { kind: `configuration_${state}`, count, filter: { configuration: state } };
    }),
    ...heldDevices(tally, held),
    { kind: 'configuration_left_out', count: tally.leavingOut ?? 0, filter: { configuration: 'left_out' } },
  ];
  return { tally, busiest, attention: all.filter(({ count }) => count > 0) };
}

/** An entry for each network, and one without a list for the devices of other networks. */
function heldDevices({ configurations }: CountedTally, networks: readonly HeldNetwork[]): Attention[] {
  const kind = 'configuration_held';
  const listed = networks.map(({ networkId, devices }) => {
    return { kind, count: devices, filter: { configuration: 'held', network_id: networkId } } as const;
  });
  const others = listed.reduce((rest, { count }) => rest - count, configurations?.held ?? 0);
  return [...listed, { kind, count: others, filter: {} }];
}
