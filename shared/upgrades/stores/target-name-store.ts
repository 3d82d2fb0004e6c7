import type { Scope } from '../../access/domain/access.js';
import type { UpgradeModels } from '../models/models.js';
import { deviceScope, networkScope } from '../../inventory/stores/device-store.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';
import { spellings } from '../../platform/values/spellings.js';

export interface NamedNetwork {
  readonly id: number;
  readonly name: string;
  readonly deviceCount: number;
}

export interface NamedTag {
  readonly id: number;
  readonly name: string;
}

export interface TargetIds {
  readonly deviceIds: readonly number[];
  readonly networkIds: readonly number[];
  readonly tagIds: readonly number[];
}

/** Names by id, only of records in scope. */
export interface TargetNames {
  readonly device: ReadonlyMap<number, string>;
  readonly network: ReadonlyMap<number, string>;
  readonly tag: ReadonlyMap<number, string>;
}

/** Upgrade targets by name. */
export function createTargetNameStore({ devices, networks, tags }: UpgradeModels) {
  return {
    /** Networks in scope whose name holds every word, in any case, by name. */
    async networks(scope: Scope, words: readonly string[], limit: number): Promise<NamedNetwork[]> {
      const found = await networks
        .find({ ...networkScope(scope), ...named('networkName', words) })
        .sort({ networkName: 1, _id: 1 })
        .limit(limit)
        .lean();
      return found.map(({ _id, networkName, deviceCount }) => ({ id: _id, name: networkName, deviceCount }));
    },

    /** The same for the organisation's tags. */
    async tags({ organisationId }: Scope, words: readonly string[], limit: number): Promise<NamedTag[]> {
      const found = await tags
        .find({ organisationId, ...named('name', words) })
        .sort({ name: 1, _id: 1 })
        .limit(limit)
        .lean();
      return found.map(({ _id, name }) => ({ id: _id, name }));
    },

    async namesOf(scope: Scope, { deviceIds, networkIds, tagIds }: TargetIds): Promise<TargetNames> {
      const among = (ids: readonly number[]) => ({ _id: { $in: [...ids] } });
      const [device, network, tag] = await Promise.all([
        devices.find({ $and: [deviceScope(scope), among(deviceIds)] }, { name: 1 }).lean(),
        networks.find({ $and: [networkScope(scope), among(networkIds)] }, { networkName: 1 }).lean(),
        tags.find({ organisationId: scope.organisationId, ...among(tagIds) }, { name: 1 }).lean(),
      ]);
      return {
        device: new Map(device.map(({ _id, name }) => [_id, name])),
        network: new Map(network.map(({ _id, networkName }) => [_id, networkName])),
        tag: new Map(tag.map(({ _id, name }) => [_id, name])),
      };
    },
  };
}

function named(field: string, words: readonly string[]) {
  if (words.length === 0) return {};
  const holds = (word: string) => ({
    [field]: { $regex: spellings(word).map(escapeRegExp).join('|'), $options: 'i' },
  });
  return { $and: words.map(holds) };
}
