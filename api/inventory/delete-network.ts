import { deleteNetwork } from '../../shared/ssids/operations/delete-network.js';
import { deletionEndpoint } from '../http/deletion.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const deleteNetworkEndpoint = deletionEndpoint({
  operation: 'delete_network',
  summary: 'Delete a network that has no devices and no SSIDs',
  routes: PATHS.deleteNetwork,
  input: recordId,
  hasRevision: true,
  refusals: ['networkNotFound', 'forbidden', 'stateForbids'],
  run: deleteNetwork,
});
