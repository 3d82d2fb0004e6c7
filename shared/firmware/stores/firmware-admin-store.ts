import type { ClientSession } from 'mongoose';
import { CLI, INSTALLATION, newEntry, type AuditedFields } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import type { FirmwareReleaseRecord } from '../models/firmware-release.js';
import type { FirmwareModels } from '../models/models.js';

/** Firmware releases for the command line: no caller's scope, and no HTTP reaches it. */
export function createFirmwareAdminStore(models: FirmwareModels, ids: IdSource, transact: Transact) {
  /** Makes a change of a release with its entry of the audit log; nothing is written when it changes nothing. */
  function logged<T>(
    { organisationId, version }: Pick<FirmwareReleaseRecord, 'organisationId' | 'version'>,
    action: string,
    after: AuditedFields,
    change: (session: ClientSession) => Promise<T>,
  ): Promise<T> {
    const owner = organisationId ?? INSTALLATION;
    const fields = { organisationId: owner, at: new Date(), action, subject: `firmware:${version}`, after };
    return transact(owner, async (session) => {
      const result = await change(session);
      if (result) await writeEntries(models, [newEntry(fields, CLI)], session);
      return result;
    });
  }

  return {
    /** The release of a version of an organisation, or of the installation; null when there is none. */
    async find(organisationId: number | null, version: string): Promise<FirmwareReleaseRecord | null> {
      return models.firmwareReleases.findOne({ organisationId, version }).lean();
    },
    /** Creates the release or changes the one of this organisation and version. */
    async putRelease(fields: Omit<FirmwareReleaseRecord, '_id'>): Promise<'created' | 'changed'> {
      const { organisationId, version, urls, isReleased } = fields;
      const _id = await ids.reserve('firmwareReleases');
      const after = { urls, is_released: isReleased };
      return logged(fields, 'firmware.put', after, async (session) => {
        const changed = await models.firmwareReleases.updateOne(
          { organisationId, version },
          { $set: { urls, isReleased }, $inc: { revision: 1 } },
          { session },
        );
        if (changed.matchedCount === 1) return 'changed';
        await models.firmwareReleases.create([{ _id, ...fields }], { session });
        return 'created';
      });
    },
    /** Makes the release visible to every user that may use it; false when the version has no release. */
    async release(organisationId: number | null, version: string): Promise<boolean> {
      return logged(
        { organisationId, version },
        'firmware.released',
        { is_released: true },
        async (session) => {
          const changed = await models.firmwareReleases.updateOne(
            { organisationId, version },
            { $set: { isReleased: true }, $inc: { revision: 1 } },
            { session },
          );
          return changed.matchedCount === 1;
        },
      );
    },
  };
}
