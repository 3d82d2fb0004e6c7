import type { Model } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { SSIDS_PER_NETWORK } from '../../ssids/domain/ssid-slots.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { ImportModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';

/** An organisation as far as what refers to it needs to know. */
export interface KnownOrganisation {
  readonly noOfAps: number;
}

/** A network or a tag. */
export interface KnownPlace {
  readonly organisationId: number;
  readonly name: string;
}

export interface KnownPart {
  readonly name: string;
  readonly isSwitch: boolean;
}

export type KnownDevice = Pick<DeviceRecord, 'organisationId' | 'macId' | 'name' | 'locationNetworkId'>;

/** Whose a built device is. */
export interface KnownClaim {
  readonly organisationId: number | null;
  readonly deviceId: number | null;
}

export interface KnownRelease {
  readonly id: number;
  readonly organisationId: number | null;
  readonly version: string;
}

export interface TokenHolder {
  readonly userId: number;
  readonly isOperator: boolean;
}

export type SsidInNetwork = Pick<NetworkSsidRecord, '_id' | 'networkId' | 'ssidName' | 'slot'>;

export interface OpenUpgradeOf {
  readonly id: number;
  readonly deviceId: number;
  readonly isDispatched: boolean;
}

/** Records that belong to an organisation and have no more to them for an import. */
export type OwnedKind = 'users' | 'uplinks' | 'initTemplates' | 'networkSsids' | 'schedules' | 'upgrades';

/** What is stored already of what a fleet file names. Keys are at most 1,000 at a time; every method is one round trip. */
export interface FleetLookupStore {
  organisations(ids: readonly number[]): Promise<Map<number, KnownOrganisation>>;
  networks(ids: readonly number[]): Promise<Map<number, KnownPlace>>;
  tags(ids: readonly number[]): Promise<Map<number, KnownPlace>>;
  parts(partNumbers: readonly string[]): Promise<Map<string, KnownPart>>;
  devices(ids: readonly number[]): Promise<Map<number, KnownDevice>>;
  claims(macs: readonly string[]): Promise<Map<string, KnownClaim>>;
  /** The organisations of records of one kind. */
  owners(kind: OwnedKind, ids: readonly number[]): Promise<Map<number, number>>;
  /** Users by e-mail address. */
  userIds(emails: readonly string[]): Promise<Map<string, number>>;
  /** Operators of the installation by e-mail address. */
  operatorIds(emails: readonly string[]): Promise<Map<string, number>>;
  /** Whose access tokens these are, by hash. */
  tokenHolders(hashes: readonly string[]): Promise<Map<string, TokenHolder>>;
  /** Everybody's releases of these versions and those of these organisations. */
  releases(versions: readonly string[], organisationIds: readonly (number | null)[]): Promise<KnownRelease[]>;
  ssids(ids: readonly number[]): Promise<Map<number, NetworkSsidRecord>>;
  /** Names and slots of the SSIDs of networks, at most 16 each. */
  ssidsOf(organisationIds: readonly number[], networkIds: readonly number[]): Promise<SsidInNetwork[]>;
  /** Pending and released upgrades of devices. */
  openUpgrades(organisationIds: readonly number[], deviceIds: readonly number[]): Promise<OpenUpgradeOf[]>;
  /** How many devices each organisation has, counted. */
  deviceCounts(organisationIds: readonly number[]): Promise<Map<number, number>>;
}

/** For the import alone, which whoever runs the service starts: it knows no caller, so there is no scope. */
export function createFleetLookupStore(models: ImportModels): FleetLookupStore {
  return {
    async organisations(ids) {
      const found = await byIds(models.organisations, ids, { noOfAps: 1 });
      return new Map(found.map(({ _id, noOfAps }) => [_id, { noOfAps }]));
    },
    async networks(ids) {
      const found = await byIds(models.networks, ids, { organisationId: 1, networkName: 1 });
      return new Map(
        found.map(({ _id, organisationId, networkName: name }) => [_id, { organisationId, name }]),
      );
    },
    async tags(ids) {
      const found = await byIds(models.tags, ids, { organisationId: 1, name: 1 });
      return new Map(found.map(({ _id, organisationId, name }) => [_id, { organisationId, name }]));
    },
    async parts(partNumbers) {
      const found = await byIds(models.hardwareParts, partNumbers, { name: 1, isSwitch: 1 });
      return new Map(found.map(({ _id, name, isSwitch }) => [_id, { name, isSwitch }]));
    },
    async devices(ids) {
      const fields = { organisationId: 1, macId: 1, name: 1, locationNetworkId: 1 } as const;
      const found = await byIds(models.devices, ids, fields);
      return new Map(found.map((device) => [device._id, device]));
    },
    async claims(macs) {
      const found = await byIds(models.masterInventory, macs, { organisationId: 1, deviceId: 1 });
      return new Map(found.map(({ _id, organisationId, deviceId }) => [_id, { organisationId, deviceId }]));
    },
    async owners(kind, ids) {
      const model = models[kind] as unknown as Model<{ _id: number; organisationId: number }>;
      const found = await byIds(model, ids, { organisationId: 1 });
      return new Map(found.map(({ _id, organisationId }) => [_id, organisationId]));
    },
    async userIds(emails) {
      const found = await models.users
        .find({ email: { $in: [...emails] } }, { email: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map(({ _id, email }) => [email, _id]));
    },
    async operatorIds(emails) {
      const found = await models.operators
        .find({ email: { $in: [...emails] } }, { email: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map(({ _id, email }) => [email, _id]));
    },
    async tokenHolders(hashes) {
      const found = await byIds(models.accessTokens, hashes, { userId: 1, organisationId: 1 });
      return new Map(
        found.map(({ _id, userId, organisationId }) => [
          _id,
          { userId, isOperator: organisationId === null },
        ]),
      );
    },
    async releases(versions, organisationIds) {
      const found = await models.firmwareReleases
        .find(
          { organisationId: { $in: [null, ...organisationIds] }, version: { $in: [...versions] } },
          { organisationId: 1, version: 1 },
        )
        .lean();
      return found.map(({ _id: id, organisationId, version }) => ({ id, organisationId, version }));
    },
    async ssids(ids) {
      const found = await models.networkSsids
        .find({ _id: { $in: [...ids] } })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map((ssid) => [ssid._id, ssid]));
    },
    async ssidsOf(organisationIds, networkIds) {
      return models.networkSsids
        .find(
          { organisationId: { $in: [...organisationIds] }, networkId: { $in: [...networkIds] } },
          { networkId: 1, ssidName: 1, slot: 1 },
        )
        .batchSize(SSIDS_PER_NETWORK * ONE_ANSWER)
        .lean();
    },
    async openUpgrades(organisationIds, deviceIds) {
      const found = await models.upgrades
        .find(
          {
            organisationId: { $in: [...organisationIds] },
            routerInventoryId: { $in: [...deviceIds] },
            $or: [{ status: '' }, { released: true }],
          },
          { routerInventoryId: 1, released: 1 },
        )
        .batchSize(2 * ONE_ANSWER)
        .lean();
      return found.map(({ _id: id, routerInventoryId: deviceId, released: isDispatched }) => ({
        id,
        deviceId,
        isDispatched,
      }));
    },
    async deviceCounts(organisationIds) {
      const counted = await models.devices.aggregate<{ _id: number; count: number }>([
        { $match: { organisationId: { $in: [...organisationIds] } } },
        { $group: { _id: '$organisationId', count: { $sum: 1 } } },
      ]);
      return new Map(counted.map(({ _id, count }) => [_id, count]));
    },
  };
}

async function byIds<Id extends string | number, T extends { _id: Id }>(
  model: Model<T>,
  ids: readonly Id[],
  fields: Partial<Record<keyof T, 1>>,
): Promise<T[]> {
  const found = await model.collection
    .find({ _id: { $in: ids } } as never, { projection: fields, batchSize: ONE_ANSWER })
    .toArray();
  return found as unknown as T[];
}
