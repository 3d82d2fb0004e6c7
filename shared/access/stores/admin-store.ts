import type { FirmwareReleaseRecord } from '../../upgrades/models/firmware-release.js';
import type { Models } from '../../composition/models.js';
import type { OperatorRecord } from '../models/operator.js';
import type { OrganisationRecord } from '../models/organisation.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { UserRecord } from '../models/user.js';
import { isDuplicateKey } from '../../platform/mongo/duplicate-keys.js';
import type { IdSource } from '../../platform/mongo/ids.js';

/** For whoever runs the service, on its own machine: no caller's scope, and no HTTP reaches it. */
export interface AdminStore {
  /** Two round trips. */
  createOrganisation(fields: Pick<OrganisationRecord, 'name' | 'noOfAps'>): Promise<number>;
  /** Whether there is such an organisation. One round trip. */
  organisationExists(id: number): Promise<boolean>;
  /** Null when a user or an operator has the email. At most three round trips. */
  createUser(fields: Omit<UserRecord, '_id'>): Promise<number | null>;
  /** Null when a user or an operator has the email. At most three round trips. */
  createOperator(fields: Pick<OperatorRecord, 'email' | 'passwordHash'>): Promise<number | null>;
  /** Creates the release or changes the one of this organisation and version. At most two round trips. */
  putRelease(fields: Omit<FirmwareReleaseRecord, '_id'>): Promise<'created' | 'changed'>;
  /** Lets everybody who may use the release see it; false when there is none of this version. One round trip. */
  release(organisationId: number | null, version: string): Promise<boolean>;
  /** Upgrades whose deadline passed before `before`, the longest overdue first. One round trip. */
  stuckUpgrades(before: Date, limit: number): Promise<UpgradeRecord[]>;
  /** Schedules that were due before `before` and are not released. One round trip. */
  stuckSchedules(before: Date, limit: number): Promise<ScheduleRecord[]>;
}

export function createAdminStore(models: Models, ids: IdSource): AdminStore {
  return {
    async createOrganisation(fields) {
      const _id = await ids.reserve('organisations');
      await models.organisations.create({ _id, deviceCount: 0, unassignedCount: 0, ...fields });
      return _id;
    },
    async organisationExists(id) {
      return (await models.organisations.exists({ _id: id })) !== null;
    },
    async createUser(fields) {
      if (await models.operators.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('users');
      try {
        await models.users.create({ _id, ...fields });
        return _id;
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },
    async createOperator(fields) {
      if (await models.users.exists({ email: fields.email })) return null;
      const _id = await ids.reserve('operators');
      try {
        await models.operators.create({ _id, ...fields });
        return _id;
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },
    async putRelease(fields) {
      const { organisationId, version, urls, isReleased } = fields;
      const changed = await models.firmwareReleases.updateOne(
        { organisationId, version },
        { $set: { urls, isReleased } },
      );
      if (changed.matchedCount === 1) return 'changed';
      const _id = await ids.reserve('firmwareReleases');
      await models.firmwareReleases.create({ _id, ...fields });
      return 'created';
    },
    async release(organisationId, version) {
      const changed = await models.firmwareReleases.updateOne(
        { organisationId, version },
        { $set: { isReleased: true } },
      );
      return changed.matchedCount === 1;
    },
    async stuckUpgrades(before, limit) {
      return models.upgrades
        .find({ released: true, deadlineAt: { $lt: before } })
        .sort({ deadlineAt: 1 })
        .limit(limit)
        .lean();
    },
    async stuckSchedules(before, limit) {
      return models.schedules
        .find({ state: { $in: ['writing', 'waiting', 'releasing'] }, dueAt: { $lt: before } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}
