import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { SSIDS_PER_NETWORK } from '../../ssids/domain/ssid-positions.js';
import type { SsoLink } from '../../access/models/user.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import type { RadiusServerRecord } from '../../ssids/models/radius-server.js';
import type { FirmwareReleaseRecord } from '../../firmware/models/firmware-release.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { ImportModels } from '../models/models.js';
import type { FleetRecords } from './fleet-records.js';

/** Every kind of record that a fleet file refers to. */
export interface LookupRecords extends FleetRecords {
  devices: DeviceRecord;
  upgrades: UpgradeRecord;
}

type IdOf<Kind extends keyof LookupRecords> = LookupRecords[Kind]['_id'];

/** Kinds whose records belong to an organisation. */
export type OwnedKind = {
  [Kind in keyof LookupRecords]: LookupRecords[Kind] extends { _id: number; organisationId: number }
    ? Kind
    : never;
}[keyof LookupRecords];

export type FleetLookupStore = ReturnType<typeof createFleetLookupStore>;

/**
 * What is stored of the records that a fleet file names. Keys are at most 1,000 at a time; each method is one round trip.
 * Only the operator of the installation imports, so there is no caller and no scope.
 */
export function createFleetLookupStore(models: ImportModels) {
  /** Some fields of records by id. */
  async function find<Kind extends keyof LookupRecords, Field extends keyof LookupRecords[Kind] & string>(
    kind: Kind,
    ids: readonly IdOf<Kind>[],
    fields: readonly Field[],
  ): Promise<Map<IdOf<Kind>, Pick<LookupRecords[Kind], Field | '_id'>>> {
    const projection = { _id: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) };
    const found = await models[kind].collection
      .find({ _id: { $in: ids } } as never, { projection, batchSize: ONE_ANSWER })
      .toArray();
    return new Map(found.map((record) => [record._id, record])) as never;
  }

  return {
    find,
    /** The organisations of records of one kind. */
    owners: (kind: OwnedKind, ids: readonly number[]) => find(kind as 'users', ids, ['organisationId']),
    /** The ids of users or operators by e-mail address. */
    async idsByEmail(kind: 'users' | 'operators', emails: readonly string[]): Promise<Map<string, number>> {
      const found = await models[kind].collection
        .find({ email: { $in: emails } }, { projection: { email: 1 }, batchSize: ONE_ANSWER })
        .toArray();
      return new Map(found.map(({ _id, email }) => [email as string, _id as unknown as number]));
    },
    /** The ids of users by organisation and identity at a provider. */
    async idsByIdentity(
      identities: readonly { readonly organisationId: number; readonly sso: SsoLink }[],
    ): Promise<Map<string, number>> {
      const organisationId = { $in: [...new Set(identities.map((each) => each.organisationId))] };
      const issuer = { $in: [...new Set(identities.map(({ sso }) => sso.issuer))] };
      const subject = { $in: identities.map(({ sso }) => sso.subject) };
      const found = await models.users
        .find({ organisationId, 'sso.issuer': issuer, 'sso.subject': subject }, { organisationId: 1, sso: 1 })
        .hint('sso')
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(
        found.map(({ _id, organisationId: of, sso }) => [
          JSON.stringify([of, sso?.issuer, sso?.subject]),
          _id,
        ]),
      );
    },
    /** The releases of these versions of these organisations, and of no organisation. */
    async releases(
      versions: readonly string[],
      organisationIds: readonly (number | null)[],
    ): Promise<Pick<FirmwareReleaseRecord, '_id' | 'organisationId' | 'version'>[]> {
      return models.firmwareReleases
        .find(
          { organisationId: { $in: [null, ...organisationIds] }, version: { $in: [...versions] } },
          { organisationId: 1, version: 1 },
        )
        .lean();
    },
    /** The SSIDs of networks, at most 16 each. */
    async ssidsOf(
      organisationIds: readonly number[],
      networkIds: readonly number[],
    ): Promise<Pick<NetworkSsidRecord, '_id' | 'networkId' | 'ssidName' | 'variant' | 'position'>[]> {
      return models.networkSsids
        .find(
          { organisationId: { $in: [...organisationIds] }, networkId: { $in: [...networkIds] } },
          { networkId: 1, ssidName: 1, variant: 1, position: 1 },
        )
        .batchSize(SSIDS_PER_NETWORK * ONE_ANSWER)
        .lean();
    },
    /** The RADIUS servers of an organisation, which has at most 100 unless an import has brought more. */
    async radiusServersOf(
      organisationId: number,
    ): Promise<Pick<RadiusServerRecord, '_id' | 'name' | 'nasIdentifier'>[]> {
      return models.radiusServers
        .find({ organisationId }, { name: 1, nasIdentifier: 1 })
        .sort({ _id: 1 })
        .limit(ONE_ANSWER)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /** The pending and dispatched upgrades of devices. */
    async openUpgrades(
      organisationIds: readonly number[],
      deviceIds: readonly number[],
    ): Promise<Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'inFlight'>[]> {
      return models.upgrades
        .find(
          {
            organisationId: { $in: [...organisationIds] },
            routerInventoryId: { $in: [...deviceIds] },
            $or: [{ status: '' }, { inFlight: true }],
          },
          { routerInventoryId: 1, inFlight: 1 },
        )
        .batchSize(2 * ONE_ANSWER)
        .lean();
    },
    /** The number of devices of each organisation, counted. */
    async deviceCounts(organisationIds: readonly number[]): Promise<Map<number, number>> {
      const counted = await models.devices.aggregate<{ _id: number; count: number }>([
        { $match: { organisationId: { $in: [...organisationIds] } } },
        { $group: { _id: '$organisationId', count: { $sum: 1 } } },
      ]);
      return new Map(counted.map(({ _id, count }) => [_id, count]));
    },
  };
}
