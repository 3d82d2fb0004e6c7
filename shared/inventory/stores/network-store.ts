import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { spellings } from '../../platform/values/spellings.js';
import { storedHours, type NetworkHours } from '../domain/network-hours.js';
import type { NetworkPlace } from '../domain/network-place.js';
import type { InventoryModels } from '../models/models.js';
import type { NetworkRecord } from '../models/network.js';
import type { StoredSettings } from '../../configuration/records/domain/network-configuration.js';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import type {
  NetworkChange,
  NetworkSequences,
} from '../../configuration/records/stores/configuration-sequences.js';
import { networkScope } from './device-store.js';

/** What devices carry of their network. */
export type NamedNetwork = Pick<NetworkRecord, '_id' | 'networkName'>;

/** A network on the map; without coordinates it is in its list only. */
export type PlacedNetwork = Pick<NetworkRecord, '_id' | 'networkName' | 'latitude' | 'longitude'>;

/** The fields of a network that callers set, under the names of the API. */
export interface NetworkFields extends NetworkHours, NetworkPlace {
  readonly network_name: string;
}

/** A change of a network; `settings` has those that change, and an absent `radio` stays as it is. */
export interface NetworkFieldsChange {
  readonly fields: NetworkFields;
  readonly settings: StoredSettings | null;
  readonly radio?: RadioSettings | null | undefined;
}

export function fieldsOfNetwork(network: NetworkRecord): NetworkFields {
  const { networkName, timeZone, windows, latitude, longitude, address } = network;
  return {
    network_name: networkName,
    time_zone: timeZone ?? null,
    windows: windows ?? null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    address: address ?? null,
  };
}

const MAX_NAMESAKES = 10_000;

/** Location networks; the scope is part of every query. */
export function createNetworkStore(models: InventoryModels, sequences: NetworkSequences) {
  const { networks, networkConfigurations } = models;
  return {
    async find(scope: Scope, id: number): Promise<NetworkRecord | null> {
      return networks.findOne({ $and: [networkScope(scope), { _id: id }] }).lean();
    },
    /** The network of exactly this name in scope; if there are several, the one with the lowest id. */
    async findByName(scope: Scope, networkName: string): Promise<NetworkRecord | null> {
      return networks
        .findOne({ ...networkScope(scope), networkName: { $in: spellings(networkName) } })
        .sort({ _id: 1 })
        .lean();
    },
    /** The networks in scope with one of at most 1,000 names. */
    async byNames(scope: Scope, names: readonly string[]): Promise<NamedNetwork[]> {
      if (names.length === 0) return [];
      return networks
        .find({ ...networkScope(scope), networkName: { $in: names.flatMap(spellings) } }, { networkName: 1 })
        .limit(MAX_NAMESAKES)
        .batchSize(MAX_NAMESAKES)
        .lean<NamedNetwork[]>();
    },
    /** The names of at most 1,000 networks, by id; those outside the scope are missing. */
    async namesOf(scope: Scope, ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const found = await networks
        .find({ $and: [networkScope(scope), { _id: { $in: [...ids] } }] }, { networkName: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map((network) => [network._id, network.networkName]));
    },
    /** The names and coordinates of at most 1,000 networks, by id; those outside the scope are missing. */
    async placesOf(scope: Scope, ids: readonly number[]): Promise<Map<number, PlacedNetwork>> {
      if (ids.length === 0) return new Map();
      const found = await networks
        .find(
          { $and: [networkScope(scope), { _id: { $in: [...ids] } }] },
          { networkName: 1, latitude: 1, longitude: 1 },
        )
        .batchSize(ONE_ANSWER)
        .lean<PlacedNetwork[]>();
      return new Map(found.map((network) => [network._id, network]));
    },
    /**
     * Keeps networks from being deleted while a transaction grants access to them, as {@link holdNetwork} does; false when
     * one of them is gone.
     */
    async hold(organisationId: number, ids: readonly number[], session: ClientSession): Promise<boolean> {
      if (ids.length === 0) return true;
      const filter = { organisationId, _id: { $in: [...ids] } };
      const held = await networks.updateMany(filter, { $inc: { ssidRevision: 1 } }, { session });
      return held.matchedCount === new Set(ids).size;
    },
    list: (scope: Scope, page: SortedPageRequest): Promise<SortedPage<NetworkRecord>> =>
      readSortedPage(networks, networkScope(scope), page),
    async create(network: NetworkRecord, session: ClientSession): Promise<void> {
      await networks.create([network], { session });
    },
    /**
     * Sets fields of a network that no caller has changed since it was read; null when one has, or it is gone. A change of
     * the time zone or of the radio settings raises the sequence of the network's configuration.
     */
    async change(
      read: NetworkRecord,
      { fields, settings, radio }: NetworkFieldsChange,
      at: Date,
      session: ClientSession,
    ): Promise<NetworkRecord | null> {
      const { _id, organisationId, revision, timeZone = null } = read;
      const { network_name: networkName, latitude, longitude, address } = fields;
      // Records without a revision are at 0.
      const asRead = { _id, organisationId, revision: revision ?? null };
      const changed = await networks
        .findOneAndUpdate(
          asRead,
          {
            $set: {
              networkName,
              ...storedHours(fields),
              latitude,
              longitude,
              address,
              ...(radio === undefined ? {} : { radio }),
            },
            $inc: { revision: 1 },
          },
          { session, returnDocument: 'after' },
        )
        .lean();
      const isMoved = timeZone !== fields.time_zone;
      const isEdit = isMoved || radio !== undefined || settings?.confirmWithinS !== undefined;
      if (!changed || (!isEdit && !settings)) return changed;
      const change: NetworkChange = {
        organisationId,
        networkId: _id,
        at,
        edit: isEdit
          ? {
              ...(isMoved ? { timeZone } : {}),
              ...(radio === undefined ? {} : { radio: read.radio ?? null }),
            }
          : null,
        settings: settings ?? {},
        liftedBy: settings?.canary === undefined ? 'edit' : 'canary_off',
      };
      await sequences.change([change], session);
      return changed;
    },
    /** The settings of the network's configuration that callers have set. */
    async settings({
      _id,
      organisationId,
    }: Pick<NetworkRecord, '_id' | 'organisationId'>): Promise<StoredSettings> {
      const found = await networkConfigurations.findOne({ _id, organisationId }, { settings: 1 }).lean();
      return found?.settings ?? {};
    },
    /** Whether the network has devices that restore nothing by themselves, so that its edits need canaries. */
    async needsCanaries({
      _id: locationNetworkId,
      organisationId,
    }: Pick<NetworkRecord, '_id' | 'organisationId'>): Promise<boolean> {
      const found = await models.devices
        .findOne({ organisationId, locationNetworkId, isUcentral: true }, { _id: 1 })
        .hint('network_ucentral')
        .lean();
      return found !== null;
    },
    /** Deletes a network that no caller has changed since it was read; false when one has, it has devices, or it is gone. */
    async removeEmpty(
      { _id, organisationId, revision }: NetworkRecord,
      session: ClientSession,
    ): Promise<boolean> {
      const asRead = { _id, organisationId, revision: revision ?? null };
      const removed = await networks.deleteOne({ ...asRead, deviceCount: 0 }, { session });
      if (removed.deletedCount === 0) return false;
      await networkConfigurations.deleteOne({ _id, organisationId }, { session });
      return true;
    },
  };
}

/**
 * Keeps a network from being deleted while a transaction adds a record to it: both transactions write the network, so that
 * the database aborts one of them.
 * @throws AppError networkNotFound when it was deleted
 */
export async function holdNetwork(
  { networks }: InventoryModels,
  session: ClientSession,
  { organisationId, networkId: _id }: { readonly organisationId: number; readonly networkId: number },
): Promise<void> {
  const held = await networks.updateOne({ _id, organisationId }, { $inc: { ssidRevision: 1 } }, { session });
  if (held.matchedCount !== 1) throw new AppError('networkNotFound');
}
