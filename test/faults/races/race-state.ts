import type { Models } from '../../../shared/composition/models.js';

/** Where one machine stands: in whose inventory, as which device, in which network, and whether an upgrade is pending. */
export interface Standing {
  readonly org: number | null;
  readonly id: number | null;
  readonly network: number | null;
  readonly pending: boolean;
}

export const NOWHERE: Standing = { org: null, id: null, network: null, pending: false };

/** What a caller was told about one machine. */
export interface Effect {
  readonly mac: string;
  readonly org: number;
  readonly kind:
    'joined' | 'assigned' | 'placed' | 'gone' | 'scheduled' | 'changed' | 'unscheduled' | 'released';
  /** The device's id, where the answer has one. */
  readonly id?: number;
  /** For those that place it. */
  readonly network?: number | null;
  /** It may have happened, but nobody was told so. */
  readonly maybe?: boolean;
}

/** What an effect makes of a machine; null when it cannot happen there. */
function follow(at: Standing, { kind, org, id, network = null }: Effect): Standing | null {
  if (kind === 'joined' && at.org === null) return { org, id: id ?? null, network, pending: false };
  if (at.org !== org) return null;
  switch (kind) {
    case 'joined':
    case 'assigned':
      return at.network === null ? { ...at, network } : null;
    case 'placed':
      return { ...at, network };
    case 'gone':
      return NOWHERE;
    case 'scheduled':
      return { ...at, pending: true };
    case 'changed':
      return at.pending ? at : null;
    case 'unscheduled':
      return at.pending ? { ...at, pending: false } : null;
    case 'released':
      return { ...at, pending: false };
  }
}

/** Whether some order of the effects leads from one standing to another: all that were told, and any of the others. */
export function explains(before: Standing, effects: readonly Effect[], after: Standing): boolean {
  if (effects.every(({ maybe }) => maybe) && same(before, after)) return true;
  return effects.some((effect, index) => {
    const next = follow(before, effect);
    return next !== null && explains(next, effects.toSpliced(index, 1), after);
  });
}

function same(one: Standing, other: Standing): boolean {
  return (
    one.org === other.org &&
    one.id === other.id &&
    one.network === other.network &&
    one.pending === other.pending
  );
}

/** Where these machines stand now. */
export async function standings(models: Models, macs: readonly string[]): Promise<Map<string, Standing>> {
  const devices = await models.devices.find({ macId: { $in: [...macs] } }).lean();
  const pending = await models.upgrades
    .find({ routerInventoryId: { $in: devices.map(({ _id }) => _id) }, status: '' })
    .lean();
  const waiting = new Set(pending.map((upgrade) => upgrade.routerInventoryId));
  const found = devices.map((device): [string, Standing] => [
    device.macId,
    {
      org: device.organisationId,
      id: device._id,
      network: device.locationNetworkId,
      pending: waiting.has(device._id),
    },
  ]);
  return new Map([...macs.map((mac): [string, Standing] => [mac, NOWHERE]), ...found]);
}
