import type { ClientSession } from 'mongoose';
import type { DeviceRecord } from '../../inventory/models/device.js';
import { upgradeTableKeys } from '../domain/upgrade-search.js';
import type { UpgradeModels } from '../models/models.js';

/** A device with the name that its upgrades are to show. */
export type NamedDevice = Pick<DeviceRecord, '_id' | 'organisationId' | 'name'>;

const UPGRADES_AT_ONCE = 1000;

/** Gives the upgrades of at most 1,000 devices, also those that have ended, the names of their devices. */
export async function renameUpgrades(
  { upgrades }: Pick<UpgradeModels, 'upgrades'>,
  devices: readonly NamedDevice[],
  session: ClientSession,
): Promise<void> {
  const names = new Map(devices.map(({ _id, name }) => [_id, name]));
  const organisationId = { $in: [...new Set(devices.map((device) => device.organisationId))] };
  let last = 0;
  for (;;) {
    const found = await upgrades
      .find({ organisationId, routerInventoryId: { $in: [...names.keys()] }, _id: { $gt: last } })
      .sort({ _id: 1 })
      // The planner may walk the upgrades of the organisation for a single device.
      .setOptions(devices.length === 1 ? { hint: 'device_id' } : {})
      .limit(UPGRADES_AT_ONCE)
      .session(session)
      .lean();
    const writes = found.flatMap((upgrade) => {
      const deviceName = names.get(upgrade.routerInventoryId) ?? upgrade.deviceName;
      if (deviceName === upgrade.deviceName) return [];
      const keys = upgradeTableKeys({ ...upgrade, deviceName });
      const filter = { _id: upgrade._id, organisationId: upgrade.organisationId };
      return [{ updateOne: { filter, update: { $set: { deviceName, ...keys } } } }];
    });
    if (writes.length > 0) await upgrades.bulkWrite(writes, { session, ordered: false });
    if (found.length < UPGRADES_AT_ONCE) return;
    last = found.at(-1)?._id ?? last;
  }
}
