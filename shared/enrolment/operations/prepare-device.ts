import { wholeOrganisation } from '../../access/domain/access.js';
import type { TagReference } from '../../inventory/models/device.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { EnrolmentDeps } from '../deps.js';

/** Where a new device comes to. */
interface Destination {
  readonly organisationId: number;
  readonly networkId: number | null;
  readonly tagIds: readonly number[];
}

/** What the transaction that adds a new device needs. */
export interface PreparedDevice {
  readonly network: NetworkRecord | null;
  readonly tags: readonly TagReference[];
  readonly hpName: string;
  readonly isSwitch: boolean;
  readonly deviceId: number;
}

/**
 * Reads what a new device needs. A network or tag that was deleted is left out.
 * @returns null when the hardware part is gone
 */
export async function prepareDevice(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  { organisationId, networkId, tagIds }: Destination,
  partNumber: string,
): Promise<PreparedDevice | null> {
  const [network, tags, parts, deviceId] = await Promise.all([
    networkId === null ? null : stores.networks.find(wholeOrganisation(organisationId), networkId),
    stores.tags.byIds(organisationId, tagIds),
    stores.parts.byNumbers([partNumber]),
    stores.ids.reserve('devices'),
  ]);
  const part = parts.get(partNumber);
  if (!part) return null;
  const references = [...tags.values()].map(({ _id: id, name }) => ({ id, name }));
  return { network, tags: references, hpName: part.name, isSwitch: part.isSwitch, deviceId };
}
