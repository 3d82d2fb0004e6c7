import type { Scope } from '../../access/domain/access.js';
import { fold, keyOf } from '../../inventory/domain/device-search.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { networkScope } from '../../inventory/stores/device-store.js';
import { compareKeys, offsetOf } from '../domain/device-order.js';
import { readInOrder, type DeviceQuery, type Hit, type OrderedQuery } from './key-order.js';

type NetworkQuery = Omit<OrderedQuery, 'filter'> & { readonly scope: Scope };

/** Networks with the same folded name. In the order, their devices are mixed, by id. */
interface Group {
  readonly name: string;
  readonly networkIds: (number | null)[];
  devices: number;
}

/** Groups of up to this many devices are read together and sorted; a larger one is read by the index of the order. */
const READ_TOGETHER = 2000;

/**
 * Lists the devices of a restricted caller's networks in order of the networks' names. In the organisation's index
 * these networks can be a million devices apart, so the networks are sorted first and only those of the page are read.
 */
export async function readByNetwork(models: InventoryModels, query: NetworkQuery): Promise<Hit[]> {
  const { scope, start, limit } = query;
  const groups = await groupsInOrder(models, query);
  const hits: Hit[] = [];
  let skip = offsetOf(start);
  while (groups.length > 0 && hits.length < limit) {
    const batch = nextBatch(groups, limit - hits.length);
    const devices = batch.reduce((sum, group) => sum + group.devices, 0);
    if ('offset' in start && skip >= devices) {
      skip -= devices;
      continue;
    }
    const [first] = batch;
    const alone = first && devices > READ_TOGETHER && batch.length === 1;
    const filter: DeviceQuery = {
      organisationId: scope.organisationId,
      locationNetworkId: { $in: batch.flatMap((group) => group.networkIds) },
      ...(alone ? { $and: [within(first)] } : {}),
    };
    const rest = { ...query, filter, limit: limit - hits.length };
    hits.push(...(await readInOrder(models, rest, alone ? 'sort_network' : 'network_id', skip)));
    skip = 0;
  }
  return hits;
}

/** The groups from the start of the page on. */
async function groupsInOrder(
  { networks, organisations }: InventoryModels,
  { scope, order, start }: NetworkQuery,
): Promise<Group[]> {
  const [visible, organisation] = await Promise.all([
    networks.find(networkScope(scope), { networkName: 1, deviceCount: 1 }).lean(),
    organisations.findOne({ _id: scope.organisationId }, { unassignedCount: 1 }).lean(),
  ]);
  const groups = new Map<string, Group>();
  const add = (name: string, networkId: number | null, devices: number): void => {
    const group = groups.get(name) ?? { name, networkIds: [], devices: 0 };
    group.networkIds.push(networkId);
    group.devices += devices;
    groups.set(name, group);
  };
  if (scope.unassigned) add('', null, organisation?.unassignedCount ?? 0);
  for (const network of visible) add(fold(network.networkName), network._id, network.deviceCount);
  const sign = order.descending ? -1 : 1;
  return [...groups.values()]
    .filter(({ name }) => 'offset' in start || sign * compareKeys(name, start.at.value) >= 0)
    .sort((a, b) => sign * compareKeys(a.name, b.name));
}

/** Takes groups from the front until they have `wanted` devices, or one that is large by itself. */
function nextBatch(groups: Group[], wanted: number): Group[] {
  const batch: Group[] = [];
  for (let devices = 0; devices < wanted;) {
    const [next] = groups;
    if (!next || (batch.length > 0 && next.devices > READ_TOGETHER)) break;
    batch.push(next);
    groups.shift();
    devices += next.devices;
  }
  return batch;
}

/** Stops a read by the index of the order at the end of the group. */
function within({ name }: Group): DeviceQuery {
  return { 'sort.networkName': { $gte: keyOf(name, 0), $lte: keyOf(name, Number.MAX_SAFE_INTEGER) } };
}
