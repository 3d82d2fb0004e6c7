import type { OpenwispDeps } from '../deps.js';

/** The MACs of a batch of UUIDs that OpenWISP has given; null for one that is not known here. */
export async function findMovedDevices(
  { stores }: Pick<OpenwispDeps, 'stores'>,
  uuids: readonly string[],
): Promise<(string | null)[]> {
  const macs = await stores.movedDevices.macsOf(uuids);
  return uuids.map((uuid) => macs.get(uuid) ?? null);
}
