import Joi from 'joi';
import { hoursFields, type NetworkHours } from '../../shared/inventory/domain/network-hours.js';
import { updateNetwork } from '../../shared/inventory/operations/update-network.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../rollouts/rollout-schemas.js';
import { networkSchema, presentNetwork } from './present-network.js';

interface Input extends Partial<NetworkHours> {
  id: number;
  access_token?: string;
}

export const updateNetworkEndpoint = endpoint<Input>({
  operation: 'update_network',
  summary: 'Set the time zone and the windows of a network',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateNetwork,
  input: Joi.object({
    id: pathId,
    time_zone: hoursFields.time_zone.allow(null).description('An IANA name; null: that of the rollout'),
    windows: hoursFields.windows.allow(null).description('Null: those of the rollout; [] means always'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  output: {
    200: Joi.object({
      data: Joi.object({ network: networkSchema.required() }).required(),
      status: Joi.number().integer().required(),
    }),
    422: invalidSchema,
  },
  refusals: ['networkNotFound', 'forbidden', 'settingsInvalid'],
  async handle({ deps, caller, input: { id, access_token: _token, ...hours } }) {
    const network = await updateNetwork(deps, caller, id, hours);
    return { status: 200, body: { data: { network: presentNetwork(network) }, status: 200 } };
  },
});
