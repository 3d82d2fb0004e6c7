import Joi from 'joi';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { moveDevices, targetNetwork } from '../../shared/assignment/operations/move-devices.js';
import { endpoint } from '../http/endpoint.js';
import {
  type ListParameter,
  accessToken,
  deviceList,
  idText,
  refusal,
  typedEntriesOf,
} from '../http/fields.js';
import { deviceSchema, presentDevice } from '../inventory/present-device.js';
import { PATHS } from '../paths.js';

interface Input {
  devices?: ListParameter;
  existing_network_id?: string | number | null;
}

const moved = Joi.object({
  msg: Joi.string().required(),
  devices: Joi.array().items(deviceSchema).required(),
});

export const moveDevicesEndpoint = endpoint<Input>({
  operation: 'move_devices',
  summary: 'Move devices to another network',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.moveDevices,
  input: Joi.object({
    devices: deviceList('Ids, or MACs if no device has one of them as its id; at most 10,000'),
    existing_network_id: idText('The network that the devices go to'),
    access_token: accessToken,
  }),
  output: {
    200: moved,
    422: Joi.alternatives().try(
      moved.keys({
        error_code: Joi.number().valid(ERRORS.devicesNotMoved.code).required(),
        failed_devices: Joi.array().items(Joi.string(), Joi.number().integer()).required(),
      }),
      refusal,
    ),
  },
  refusals: ['noDevicesProvided', 'moveNetworkNotFound', 'devicesNotMoved'],
  beforeFields: ({ deps, caller, input }) =>
    targetNetwork(deps, caller, String(input.existing_network_id ?? '')),
  async handle({ deps, caller, input }) {
    const result = await moveDevices(deps, caller, {
      devices: typedEntriesOf('devices', input.devices),
      networkId: String(input.existing_network_id ?? ''),
    });
    const at = deps.now();
    const devices = result.moved.map((view) => presentDevice(view, at, deps.env.downAfterS));
    if (result.failed.length === 0) {
      return { status: 200, body: { msg: `Devices moved: ${devices.length}`, devices } };
    }
    const { status, code, text } = ERRORS.devicesNotMoved;
    return { status, body: { msg: text, error_code: code, devices, failed_devices: result.failed } };
  },
});
