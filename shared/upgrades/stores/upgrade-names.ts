import type { ClientSession } from 'mongoose';
import type { DeviceRecord } from '../../inventory/models/device.js';
import { upgradeTableKeys } from '../domain/upgrade-search.js';
import type { UpgradeModels } from '../models/models.js';
import { recordTexts } from './record-texts.js';

/** A device with the name that its upgrades are to show. */
export type NamedDevice = Pick<DeviceRecord, '_id' | 'organisationId' | 'name' | 'locationNetworkId'>;

const UPGRADES_AT_ONCE = 1000;

/**
 * Gives upgrades of at most 1,000 devices the names of their devices: those that are open, and those that ended in the
 * network that the device is in. Other callers see what ended in another network, but not the names that the device gets
 * outside of it.
 */
export async function renameUpgrades(
  models: Pick<UpgradeModels, 'upgrades' | 'upgradeTexts'>,
  devices: readonly NamedDevice[],
  at: Date,
  session: ClientSession,
): Promise<void> {
  const { upgrades } = models;
  const named = new Map(devices.map((device) => [device._id, device]));
  const organisationId = { $in: [...new Set(devices.map((device) => device.organisationId))] };
  let last = 0;
  for (;;) {
    const found = await upgrades
      .find({ organisationId, routerInventoryId: { $in: [...named.keys()] }, _id: { $gt: last } })
      .sort({ _id: 1 })
      // The planner may walk the upgrades of the organisation for a single device.
      .hint('organisation_device_schedule')
      .limit(UPGRADES_AT_ONCE)
      .session(session)
      .lean();
    const renamed = found.flatMap((upgrade) => {
      const device = named.get(upgrade.routerInventoryId);
      if (!device || device.name === upgrade.deviceName) return [];
      const { name: deviceName, locationNetworkId } = device;
      const isOpen = upgrade.status === '' || upgrade.inFlight;
      if (!isOpen && upgrade.locationNetworkId !== locationNetworkId) return [];
      const keys = upgradeTableKeys({ ...upgrade, deviceName });
      return [{ ...upgrade, deviceName, locationNetworkId, ...keys }];
    });
    await recordTexts(models, renamed, at, session);
    const writes = renamed.map(
      ({ _id, organisationId: owner, deviceName, locationNetworkId, searchText, versionOrder }) => {
        const set = { deviceName, locationNetworkId, searchText, versionOrder };
        return { updateOne: { filter: { _id, organisationId: owner }, update: { $set: set } } };
      },
    );
    if (writes.length > 0) await upgrades.bulkWrite(writes, { session, ordered: false });
    if (found.length < UPGRADES_AT_ONCE) return;
    last = found.at(-1)?._id ?? last;
  }
}
