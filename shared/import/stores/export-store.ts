import type { Model } from 'mongoose';
import { BATCH } from '../../platform/mongo/batches.js';
import type { AccessTokenRecord } from '../../access/models/access-token.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { ImportModels } from '../models/models.js';
import type { LookupRecords } from './lookup-store.js';

/** The kinds of records that an export reads. */
export type ExportedRecords = Omit<LookupRecords, 'accessTokens'>;

export type ExportedKind = keyof ExportedRecords;

/** A user, or an operator, who is in no organisation. */
export type TokenHolder = Pick<AccessTokenRecord, 'organisationId'> & { readonly _id: number };

/** Fields that an import computes again. */
const DERIVED = { searchText: 0, trigrams: 0, sort: 0, versionOrder: 0 } as const;

/** The index in order of id. The planner underestimates how many records are after an id, and would sort them for each page. */
function inOrder(kind: ExportedKind, organisationId: number | null): { hint?: string } {
  if (organisationId === null || kind === 'masterInventory' || kind === 'hardwareParts')
    return { hint: '_id_' };
  return kind === 'devices' ? { hint: 'organisation_id' } : {};
}

/** Only the operator of the installation exports, so there is no caller and no scope. */
export function createFleetExportStore(models: ImportModels) {
  return {
    /** At most 1,000 records after an id, by id; of one organisation, or of all when it is null. */
    async page<Kind extends ExportedKind>(
      kind: Kind,
      organisationId: number | null,
      after: ExportedRecords[Kind]['_id'] | null,
    ): Promise<ExportedRecords[Kind][]> {
      const model = models[kind] as unknown as Model<{ _id: unknown }>;
      const rest = after === null ? {} : { _id: { $gt: after } };
      const filter = { $and: [within(kind, organisationId), rest] };
      const found = await model
        .find(filter as never)
        .setOptions(inOrder(kind, organisationId))
        .select(kind === 'upgrades' ? '+history' : {})
        .select(DERIVED)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(BATCH + 1)
        .lean();
      return found as never;
    },
    /** The last heartbeats of at most 1,000 devices. */
    async states(deviceIds: readonly number[]): Promise<Map<number, DeviceStateRecord>> {
      const found = await models.deviceStates
        .find({ _id: { $in: [...deviceIds] } })
        .batchSize(BATCH + 1)
        .lean();
      return new Map(found.map((state) => [state._id, state]));
    },
    /**
     * The unexpired access tokens of at most 1,000 users, or operators, without browser sessions, and without those of single
     * sign-on: they hold as long as the provider is asked, which ends with a restore.
     */
    async tokens(of: readonly TokenHolder[], at: Date): Promise<AccessTokenRecord[]> {
      const organisationId = { $in: [...new Set(of.map((holder) => holder.organisationId))] };
      const userId = { $in: of.map(({ _id }) => _id) };
      return models.accessTokens
        .find({ organisationId, userId, kind: 'token', sso: { $exists: false }, expiresAt: { $gt: at } })
        .lean();
    },
  };
}

/** Releases without an organisation are for all of them. Replaced uplinks are not exported. */
function within(kind: ExportedKind, organisationId: number | null): object {
  const live = kind === 'uplinks' ? { isDeleted: false } : {};
  if (organisationId === null || kind === 'hardwareParts') return live;
  if (kind === 'organisations') return { _id: organisationId };
  if (kind === 'firmwareReleases') return { organisationId: { $in: [null, organisationId] } };
  return { organisationId, ...live };
}
