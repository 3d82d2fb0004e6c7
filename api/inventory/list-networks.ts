import { listNetworks } from '../../shared/inventory/operations/list-networks.js';
import { withUpCounts } from '../../shared/status/operations/count-up-devices.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { networkSchema, presentNetwork } from './present-network.js';

export const listNetworksEndpoint = sortedListEndpoint({
  operation: 'list_networks',
  summary: 'List the networks with their hours, places and numbers of devices',
  routes: PATHS.listNetworks,
  resource: 'networks',
  item: networkSchema,
  columns: { id: '_id', network_name: 'networkName' },
  read: listNetworks,
  present: async (networks, deps) => (await withUpCounts(deps, networks)).map(presentNetwork),
});
