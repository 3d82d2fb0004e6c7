import { listRadiusServers } from '../../../shared/ssids/operations/radius/list-radius-servers.js';
import { sortedListEndpoint } from '../../http/sorted-list.js';
import { PATHS } from '../../paths.js';
import { presentRadiusServer, radiusServerSchema } from './present-radius-server.js';

export const listRadiusServersEndpoint = sortedListEndpoint({
  operation: 'list_radius_servers',
  summary: 'List the RADIUS servers of the organisation',
  routes: PATHS.listRadiusServers,
  resource: 'radius_servers',
  item: radiusServerSchema,
  columns: { id: '_id' },
  read: listRadiusServers,
  present: (servers) => servers.map(presentRadiusServer),
});
