import { keyOf, versionValue } from '../inventory/domain/device-search.js';
import type { DeviceRecord } from '../inventory/models/device.js';
import { walkById } from '../platform/mongo/batches.js';
import { versionSortKey } from '../platform/values/firmware-version.js';
import type { UpgradeRecord } from '../upgrades/models/upgrade.js';
import type { DataMigration } from './data-migration.js';

type Device = Pick<DeviceRecord, '_id' | 'organisationId' | 'firmwareVersion'>;
type Upgrade = Pick<UpgradeRecord, '_id' | 'organisationId' | 'version'>;

/**
 * Computes the keys by which devices and upgrades are sorted by version. A record is written only if it still has the
 * version that was read: the change of a version writes the key too.
 */
export const orderVersions: DataMigration = {
  name: 'order-versions',
  async run({ devices, upgrades }) {
    const ofDevice = { organisationId: 1, firmwareVersion: 1 };
    for await (const batch of walkById<Device, DeviceRecord>(devices, {}, ofDevice))
      await devices.bulkWrite(
        batch.map(({ _id, organisationId, firmwareVersion }) => {
          const set = { 'sort.firmwareVersion': keyOf(versionValue(firmwareVersion), _id) };
          return { updateOne: { filter: { _id, organisationId, firmwareVersion }, update: { $set: set } } };
        }),
        { ordered: false },
      );
    const ofUpgrade = { organisationId: 1, version: 1 };
    for await (const batch of walkById<Upgrade, UpgradeRecord>(upgrades, {}, ofUpgrade))
      await upgrades.bulkWrite(
        batch.map(({ _id, organisationId, version }) => {
          const set = { versionOrder: versionSortKey(version) };
          return { updateOne: { filter: { _id, organisationId, version }, update: { $set: set } } };
        }),
        { ordered: false },
      );
  },
};
