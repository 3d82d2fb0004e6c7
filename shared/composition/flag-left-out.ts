import { leavesOut } from '../inventory/domain/device-configuration.js';
import type { DeviceStateRecord } from '../inventory/models/device-state.js';
import { asConfigurationRead, configurationFields } from '../inventory/stores/configuration-state.js';
import { walkById } from '../platform/mongo/batches.js';
import type { DataMigration } from './data-migration.js';

type Found = Pick<DeviceStateRecord, '_id' | 'organisationId' | 'configuration'>;

/**
 * Flags the devices whose configurations leave something out, by which lists find them. A device that another process
 * changes meanwhile is skipped: that change sets the flag.
 */
export const flagLeftOut: DataMigration = {
  name: 'flag-left-out',
  async run({ deviceStates }) {
    const fields = { organisationId: 1, configuration: 1 };
    for await (const batch of walkById<Found, DeviceStateRecord>(deviceStates, {}, fields)) {
      const writes = batch.flatMap(({ _id, organisationId, configuration }) => {
        if (!configuration || configuration.leavesOut === true || !leavesOut(configuration)) return [];
        const filter = { _id, organisationId, ...asConfigurationRead(configuration) };
        return [{ updateOne: { filter, update: { $set: configurationFields({ leavesOut: true }) } } }];
      });
      if (writes.length > 0) await deviceStates.bulkWrite(writes, { ordered: false });
    }
  },
};
