import type { Upserted } from '../stores/upsert-records.js';
import { byKey, countsOf, type WriteSection } from './write.js';

const EMPTY = { deviceCount: 0, unassignedCount: 0, inventoryRevision: 0, firmwareRevision: 0 };

/** The counts of devices are not the file's to say. At most three round trips. */
export const writeOrganisations: WriteSection<'organisations'> = async ({ deps }, entries) => {
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await deps.stores.fleetWrites.upsert('organisations', ids, (_id, existing) => {
    const { name, no_of_aps: noOfAps } = entryOf(_id);
    return { ...(existing ?? EMPTY), _id, name, noOfAps };
  });
  return countsOf(written);
};

/** Four round trips at most, and those of the devices that carry a changed part. */
export const writeHardwareParts: WriteSection<'hardware_parts'> = async ({ deps }, entries) => {
  const { fleetWrites, fleetRenames } = deps.stores;
  const entryOf = byKey(entries, ({ part_number }) => part_number);
  const ids = entries.map(({ part_number }) => part_number);
  const written = await renamingWrite({
    stored: await fleetWrites.read('hardwareParts', ids),
    isRenamed: ({ _id, name, isSwitch }) => {
      const entry = entryOf(_id);
      return entry.name !== name || entry.is_switch !== isSwitch;
    },
    rename: ({ _id }) => {
      const { name, is_switch: isSwitch } = entryOf(_id);
      return fleetRenames.part(_id, { name, isSwitch });
    },
    write: () =>
      fleetWrites.upsert('hardwareParts', ids, (_id) => {
        const { name, wifi_uplink: wifiUplink, usb, is_switch: isSwitch } = entryOf(_id);
        return { _id, name, wifiUplink, usb, isSwitch };
      }),
  });
  return countsOf(written);
};

/** Four round trips at most, and those of the devices of a renamed network. */
export const writeNetworks: WriteSection<'networks'> = async ({ deps }, entries) => {
  const { fleetWrites, fleetRenames } = deps.stores;
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await renamingWrite({
    stored: await fleetWrites.read('networks', ids),
    isRenamed: ({ _id, networkName }) => entryOf(_id).network_name !== networkName,
    rename: ({ _id, organisationId }) => fleetRenames.network(organisationId, _id, entryOf(_id).network_name),
    write: () =>
      fleetWrites.upsert('networks', ids, (_id, existing) => {
        const { organisation_id: organisationId, network_name: networkName } = entryOf(_id);
        return { _id, organisationId, networkName, deviceCount: existing?.deviceCount ?? 0 };
      }),
  });
  return countsOf(written);
};

/** Four round trips at most, and those of the devices with a renamed tag. */
export const writeTags: WriteSection<'tags'> = async ({ deps }, entries) => {
  const { fleetWrites, fleetRenames } = deps.stores;
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await renamingWrite({
    stored: await fleetWrites.read('tags', ids),
    isRenamed: ({ _id, name }) => entryOf(_id).name !== name,
    rename: ({ _id, organisationId }) => fleetRenames.tag(organisationId, _id, entryOf(_id).name),
    write: () =>
      fleetWrites.upsert('tags', ids, (_id) => {
        const { organisation_id: organisationId, name } = entryOf(_id);
        return { _id, organisationId, name };
      }),
  });
  return countsOf(written);
};

/**
 * Devices get a new name before the record that they have it from, so that an import that was cut off finds the
 * record unchanged and renames again; and once more after it, for devices that came in between.
 */
async function renamingWrite<T>(steps: {
  readonly stored: ReadonlyMap<unknown, T>;
  readonly isRenamed: (record: T) => boolean;
  readonly rename: (record: T) => Promise<void>;
  readonly write: () => Promise<Upserted<T>>;
}): Promise<Upserted<T>> {
  const renamed = [...steps.stored.values()].filter(steps.isRenamed);
  for (const record of renamed) await steps.rename(record);
  const written = await steps.write();
  for (const record of renamed) await steps.rename(record);
  return written;
}
