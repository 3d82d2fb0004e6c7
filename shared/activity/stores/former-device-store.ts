import type { OpenwispModels } from '../../openwisp/models/models.js';
import type { DeviceSummaryRecord } from '../models/device-summary.js';

/** What is remembered of devices that are in no inventory any more. */
export function createFormerDeviceStore({ openwispDevices, ucentralDevices }: OpenwispModels) {
  return {
    /**
     * Deletes what devices ran over uCentral and openwisp-config, with the passwords in it. A device that was up may be
     * connected to a gateway, which deletes its record when it has taken it off the air.
     */
    async forget(
      organisationId: number,
      former: readonly Pick<DeviceSummaryRecord, '_id' | 'state'>[],
    ): Promise<void> {
      if (former.length === 0) return;
      const silent = former.filter(({ state }) => state !== 'up');
      await openwispDevices.deleteMany({ organisationId, _id: { $in: former.map(({ _id }) => _id) } });
      await ucentralDevices.deleteMany({ organisationId, _id: { $in: silent.map(({ _id }) => _id) } });
    },
  };
}
