import { hashToken } from '../../platform/values/secrets.js';
import { byKey, countsOf, type WriteSection } from './write.js';

/** Whose a device is, is not the list's to say. At most three round trips, one more for parts not known yet. */
export const writeMasterInventory: WriteSection<'master_inventory'> = async ({ deps, known }, entries) => {
  await known.parts.load(entries.map((entry) => entry.part_number));
  const entryOf = byKey(entries, ({ mac_id }) => mac_id);
  const macs = entries.map(({ mac_id }) => mac_id);
  const written = await deps.stores.fleetWrites.upsert('masterInventory', macs, (_id, existing) => {
    const {
      router_serial_number: routerSerialNumber,
      part_number: partNumber,
      device_key,
      device_key_hash,
    } = entryOf(_id);
    const part = known.parts.get(partNumber);
    return {
      _id,
      routerSerialNumber,
      partNumber,
      hpName: part?.name ?? '',
      isSwitch: part?.isSwitch ?? false,
      deviceKeyHash:
        device_key === undefined
          ? (device_key_hash ?? existing?.deviceKeyHash ?? null)
          : hashToken(device_key),
      organisationId: existing?.organisationId ?? null,
      deviceId: existing?.deviceId ?? null,
    };
  });
  return countsOf(written);
};

/** At most three round trips. */
export const writeSwitchConfigurations: WriteSection<'switch_configurations'> = async ({ deps }, entries) => {
  const entryOf = byKey(entries, ({ mac_id }) => mac_id);
  const macs = entries.map(({ mac_id }) => mac_id);
  const written = await deps.stores.fleetWrites.upsert('switchConfigurations', macs, (_id) => ({
    _id,
    ports: entryOf(_id).ports.map(({ name, port_number: portNumber }) => ({ name, portNumber })),
  }));
  return countsOf(written);
};
