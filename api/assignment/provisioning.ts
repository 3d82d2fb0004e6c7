import Joi from 'joi';
import { existingNetwork, provisionDevices } from '../../shared/assignment/operations/provision-devices.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, entriesOf, idText, listText } from '../http/fields.js';
import { deviceSchema, presentDevice } from '../inventory/present-device.js';
import { PATHS } from '../paths.js';

interface Input {
  mac_id?: string | null;
  network_id?: string | number | null;
}

export const provisioningEndpoint = endpoint<Input>({
  operation: 'provisioning',
  summary: 'Add devices to the inventory and to a network',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.provisioning,
  input: Joi.object({
    mac_id: listText('One MAC or a comma-separated list, at most 10,000'),
    network_id: idText('The network that the devices go to'),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      msg: Joi.string().required(),
      devices: Joi.array().items(deviceSchema).required(),
      status: Joi.number().valid(200).required(),
    }),
  },
  refusals: ['networkNotFound', 'macBlank', 'inventoryFull', 'macsInvalid'],
  beforeFields: ({ deps, caller, input }) => existingNetwork(deps, caller, String(input.network_id ?? '')),
  async handle({ deps, caller, input }) {
    const views = await provisionDevices(deps, caller, {
      networkId: String(input.network_id ?? ''),
      macs: entriesOf('mac_id', input.mac_id),
    });
    const at = deps.now();
    const devices = views.map((view) => presentDevice(view, at, deps.env.downAfterS));
    return { status: 200, body: { msg: `Devices provisioned: ${devices.length}`, devices, status: 200 } };
  },
});
