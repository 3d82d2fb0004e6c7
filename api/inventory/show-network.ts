import { findNetwork } from '../../shared/inventory/operations/show-network.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { networkAnswer, networkAnswerSchema } from './present-network.js';

export const showNetworkEndpoint = endpoint<{ id: number }>({
  operation: 'show_network',
  summary: 'Show a network',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showNetwork,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: networkAnswerSchema },
  refusals: ['networkNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return networkAnswer(deps, await findNetwork(deps, caller, id));
  },
});
