import { planDevice } from '../operations/plan-device.js';
import { byKey, countsOf, type WriteSection } from './write.js';

/** Sixteen round trips at most, nine for devices that are all new, and three for references not known yet. */
export const writeDevices: WriteSection<'devices'> = async ({ deps, known, at }, entries) => {
  await known.parts.load(entries.map((entry) => entry.part_number));
  await known.networks.load(entries.flatMap((entry) => entry.location_network_id ?? []));
  await known.tags.load(entries.flatMap((entry) => entry.tag_ids ?? []));
  const entryOf = byKey(entries, ({ id }) => id);
  const keys = entries.map(({ id, mac_id: macId }) => ({ id, macId }));
  const written = await deps.stores.fleetDevices.put(keys, ({ id }, stored) =>
    planDevice(entryOf(id), stored, known, at),
  );
  return countsOf(written);
};
