import type { Scope } from '../../access/domain/access.js';
import { keyOf } from '../../inventory/domain/device-derived.js';
import { compareKeys } from '../domain/device-order.js';
import { fold } from '../../inventory/domain/device-search.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { networkScope } from '../../inventory/stores/device-scope.js';
import { readInOrder, type Hit, type OrderedQuery } from './key-order.js';
import type { DeviceFilter } from './search-filter.js';

/** A list of the devices of some networks, in order of the networks' names. */
export type NetworkQuery = Omit<OrderedQuery, 'filter'> & { readonly scope: Scope; readonly offset: number };

/** Networks whose names are the same to the order: their devices stand among each other, by id. */
interface Group {
  readonly name: string;
  readonly places: (number | null)[];
  devices: number;
}

/** Groups of up to so many devices are read together and sorted; a larger one is read by the index of the order. */
const READ_TOGETHER = 2000;

/**
 * A caller's few networks may stand anywhere in the order of all the organisation's, a million devices apart. So the
 * networks are sorted first, and only those are read that the page is in. Two round trips, and one more for each
 * 2,000 devices or, at a large network's end, each network that the page reaches into.
 */
export async function readByNetwork(models: InventoryModels, query: NetworkQuery): Promise<Hit[]> {
  const { scope, order, start, limit } = query;
  const groups = await groupsInOrder(models, query);
  const hits: Hit[] = [];
  let { offset } = query;
  while (groups.length > 0 && hits.length < limit) {
    const batch = nextBatch(groups, limit - hits.length);
    const devices = batch.reduce((sum, group) => sum + group.devices, 0);
    if (start === null && offset >= devices) {
      offset -= devices;
      continue;
    }
    const [first] = batch;
    const alone = first && devices > READ_TOGETHER && batch.length === 1;
    const filter: DeviceFilter = {
      organisationId: scope.organisationId,
      locationNetworkId: { $in: batch.flatMap((group) => group.places) },
      ...(alone ? { $and: [within(first)] } : {}),
    };
    const found = await readInOrder(
      models,
      { filter, order, start, limit: limit - hits.length },
      { index: alone ? 'sort_network' : 'network_id', offset },
    );
    hits.push(...found);
    offset = 0;
  }
  return hits;
}

/** The groups that the list has from its start on. */
async function groupsInOrder(
  { networks, organisations }: InventoryModels,
  query: NetworkQuery,
): Promise<Group[]> {
  const { scope, order, start } = query;
  const [visible, organisation] = await Promise.all([
    networks.find(networkScope(scope), { networkName: 1, deviceCount: 1 }).lean(),
    organisations.findOne({ _id: scope.organisationId }, { unassignedCount: 1 }).lean(),
  ]);
  const groups = new Map<string, Group>();
  const add = (name: string, place: number | null, devices: number): void => {
    const group = groups.get(name) ?? { name, places: [], devices: 0 };
    group.places.push(place);
    group.devices += devices;
    groups.set(name, group);
  };
  if (scope.unassigned) add('', null, organisation?.unassignedCount ?? 0);
  for (const network of visible) add(fold(network.networkName), network._id, network.deviceCount);
  const sign = order.descending ? -1 : 1;
  return [...groups.values()]
    .filter(({ name }) => start === null || sign * compareKeys(name, start.at.value) >= 0)
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

/** Keeps a read by the index of the order from going on behind the group. */
function within({ name }: Group): DeviceFilter {
  return { 'sort.networkName': { $gte: keyOf(name, 0), $lte: keyOf(name, Number.MAX_SAFE_INTEGER) } };
}
