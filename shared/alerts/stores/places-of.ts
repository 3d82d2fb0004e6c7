import type { DeviceRecord } from '../../inventory/models/device.js';
import type { AlertModels } from '../models/models.js';

/** The names and networks of devices that exist. */
export async function placesOf(
  { devices }: AlertModels,
  organisationId: number,
  found: readonly { readonly _id: number }[],
): Promise<Map<number, { readonly name: string; readonly networkId: number | null }>> {
  if (found.length === 0) return new Map();
  const known = await devices
    .find(
      { organisationId, _id: { $in: found.map(({ _id }) => _id) } },
      { name: 1, macId: 1, locationNetworkId: 1 },
    )
    .batchSize(found.length + 1)
    .lean<Pick<DeviceRecord, '_id' | 'name' | 'macId' | 'locationNetworkId'>[]>();
  return new Map(
    known.map(({ _id, name, macId, locationNetworkId: networkId }) => [
      _id,
      { name: name === '' ? macId : name, networkId },
    ]),
  );
}
