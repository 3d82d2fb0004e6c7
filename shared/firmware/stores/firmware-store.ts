import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { keyOf, versionValue } from '../../inventory/domain/device-search.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { FirmwareReleaseRecord } from '../models/firmware-release.js';
import type { FirmwareModels } from '../models/models.js';

/** Far more than an organisation keeps; it bounds the list. */
const MAX_RELEASES = 5000;

export type FirmwareStore = ReturnType<typeof createFirmwareStore>;

/** What a caller may change of a release. */
export type ReleaseChange = Partial<Pick<FirmwareReleaseRecord, 'urls' | 'isReleased' | 'notes'>>;

export function createFirmwareStore(models: FirmwareModels) {
  return {
    /** The releases that an organisation may use: its own and the shared ones. */
    async visible(organisationId: number, seesUnreleased: boolean): Promise<FirmwareReleaseRecord[]> {
      return models.firmwareReleases
        .find({
          organisationId: { $in: [null, organisationId] },
          ...(seesUnreleased ? {} : { isReleased: true }),
        })
        .limit(MAX_RELEASES)
        .lean();
    },
    /** Releases of any organisation by id, for upgrades that were checked when they were scheduled. */
    async byIds(ids: readonly number[]): Promise<Map<number, FirmwareReleaseRecord>> {
      const releases = await models.firmwareReleases.find({ _id: { $in: [...ids] } }).lean();
      return new Map(releases.map((release) => [release._id, release]));
    },
    /** @throws AppError settingsInvalid when the organisation has a release of this version */
    async create(release: FirmwareReleaseRecord, session: ClientSession): Promise<void> {
      try {
        await models.firmwareReleases.create([release], { session });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const errors = [{ path: 'version', msg: 'has a release already' }];
        throw new AppError('settingsInvalid', { details: { errors } });
      }
    },
    /** Changes a release of an organisation that no caller has changed since it was read; null when one has. */
    async change(
      { _id, organisationId, revision }: FirmwareReleaseRecord,
      set: ReleaseChange,
      session: ClientSession,
    ): Promise<FirmwareReleaseRecord | null> {
      return models.firmwareReleases
        .findOneAndUpdate(
          { _id, organisationId, revision: revision ?? null },
          { $set: set, $inc: { revision: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean();
    },
    /** How many devices in scope run a version, up to a limit. */
    async countRunning(scope: Scope, version: string, limit: number): Promise<number> {
      const key = versionValue(version);
      // The range of the order by version, which ignores case; hence the comparison with the version itself.
      const range = { $gte: keyOf(key, 0), $lte: keyOf(key, Number.MAX_SAFE_INTEGER) };
      return models.devices
        .countDocuments({ ...deviceScope(scope), 'sort.firmwareVersion': range, firmwareVersion: version })
        .hint('sort_firmware')
        .limit(limit)
        .exec();
    },
  };
}
