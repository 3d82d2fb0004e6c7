import Joi from 'joi';
import { listNetworks } from '../../shared/inventory/operations/list-networks.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pageSize } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../rollouts/rollout-schemas.js';
import { networkSchema, presentNetwork } from './present-network.js';

interface Input {
  per_page: number;
  cursor?: number;
}

export const listNetworksEndpoint = endpoint<Input>({
  operation: 'list_networks',
  summary: 'List the networks with their hours and numbers of devices',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listNetworks,
  input: Joi.object({ per_page: pageSize(50, 200).min(1), cursor, access_token: accessToken }),
  invalid: 'settingsInvalid',
  output: { 200: pageSchema('networks', networkSchema), 422: invalidSchema },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input: { per_page: limit, cursor: after = 0 } }) {
    const { networks, next } = await listNetworks(deps, caller, { after, limit });
    const body = { data: { networks: networks.map(presentNetwork) }, meta: cursorMeta(next), status: 200 };
    return { status: 200, body };
  },
});
