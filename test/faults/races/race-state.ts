import type { Models } from '../../../shared/composition/models.js';

/** The state of one machine: its organisation, device id and network, and whether an upgrade is pending. */
export interface MachineState {
  readonly org: number | null;
  readonly id: number | null;
  readonly network: number | null;
  readonly pending: boolean;
}

export const UNCLAIMED: MachineState = { org: null, id: null, network: null, pending: false };

/** An effect on one machine, as a response reports it. */
export interface Effect {
  readonly mac: string;
  readonly org: number;
  readonly kind:
    | 'joined'
    | 'assigned'
    | 'placed'
    | 'gone'
    | 'scheduled'
    | 'changed'
    | 'unscheduled'
    | 'dispatched';
  /** The device's id, if the response has one. */
  readonly id?: number;
  /** For effects that set the network. */
  readonly network?: number | null;
  /** It may have happened without being reported. */
  readonly maybe?: boolean;
}

/** The state after an effect; null if the effect is impossible in this state. */
function applyEffect(at: MachineState, { kind, org, id, network = null }: Effect): MachineState | null {
  if (kind === 'joined' && at.org === null) return { org, id: id ?? null, network, pending: false };
  if (at.org !== org) return null;
  switch (kind) {
    case 'joined':
    case 'assigned':
      return at.network === null ? { ...at, network } : null;
    case 'placed':
      return { ...at, network };
    case 'gone':
      return UNCLAIMED;
    case 'scheduled':
      return { ...at, pending: true };
    case 'changed':
      return at.pending ? at : null;
    case 'unscheduled':
      return at.pending ? { ...at, pending: false } : null;
    case 'dispatched':
      return { ...at, pending: false };
  }
}

/** Whether some order of the effects leads from one state to another: all that were reported, and any of the others. */
export function explains(before: MachineState, effects: readonly Effect[], after: MachineState): boolean {
  if (effects.every(({ maybe }) => maybe) && same(before, after)) return true;
  return effects.some((effect, index) => {
    const next = applyEffect(before, effect);
    return next !== null && explains(next, effects.toSpliced(index, 1), after);
  });
}

function same(one: MachineState, other: MachineState): boolean {
  return (
    one.org === other.org &&
    one.id === other.id &&
    one.network === other.network &&
    one.pending === other.pending
  );
}

/** Reads the current states of these machines. */
export async function machineStates(
  models: Models,
  macs: readonly string[],
): Promise<Map<string, MachineState>> {
  const devices = await models.devices.find({ macId: { $in: [...macs] } }).lean();
  const pending = await models.upgrades
    .find({ routerInventoryId: { $in: devices.map(({ _id }) => _id) }, status: '' })
    .lean();
  const waiting = new Set(pending.map((upgrade) => upgrade.routerInventoryId));
  const found = devices.map((device): [string, MachineState] => [
    device.macId,
    {
      org: device.organisationId,
      id: device._id,
      network: device.locationNetworkId,
      pending: waiting.has(device._id),
    },
  ]);
  return new Map([...macs.map((mac): [string, MachineState] => [mac, UNCLAIMED]), ...found]);
}
