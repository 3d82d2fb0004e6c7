import type { FirmwareReleaseRecord } from '../models/firmware-release.js';
import type { UpgradeModels } from '../models/models.js';

/** Far more than an organisation keeps; it bounds the list. */
const MAX_RELEASES = 5000;

export interface FirmwareStore {
  /** The releases that an organisation may use: its own and the shared ones. */
  visible(organisationId: number, seesUnreleased: boolean): Promise<FirmwareReleaseRecord[]>;
  /** Releases of any organisation by id, for upgrades that were checked when they were scheduled. */
  byIds(ids: readonly number[]): Promise<Map<number, FirmwareReleaseRecord>>;
}

export function createFirmwareStore(models: UpgradeModels): FirmwareStore {
  return {
    async visible(organisationId, seesUnreleased) {
      return models.firmwareReleases
        .find({
          organisationId: { $in: [null, organisationId] },
          ...(seesUnreleased ? {} : { isReleased: true }),
        })
        .limit(MAX_RELEASES)
        .lean();
    },
    async byIds(ids) {
      const releases = await models.firmwareReleases.find({ _id: { $in: [...ids] } }).lean();
      return new Map(releases.map((release) => [release._id, release]));
    },
  };
}
