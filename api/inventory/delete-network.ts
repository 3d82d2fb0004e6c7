import { deleteNetwork } from '../../shared/ssids/operations/delete-network.js';
import { DELETED, deletedSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const deleteNetworkEndpoint = endpoint<{ id: number }>({
  operation: 'delete_network',
  summary: 'Delete a network that has no devices and no SSIDs',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.deleteNetwork,
  input: recordId,
  headers: ['If-Match'],
  output: { 200: deletedSchema },
  refusals: ['networkNotFound', 'forbidden', 'stateForbids', 'revisionChanged'],
  async handle({ deps, caller, input: { id }, revisions }) {
    await deleteNetwork(deps, caller, { id, revisions });
    return DELETED;
  },
});
