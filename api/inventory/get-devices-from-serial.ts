import Joi from 'joi';
import { splitList } from '../../shared/platform/values/mac.js';
import { findBuiltDevices } from '../../shared/inventory/operations/find-built-devices.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, listText } from '../http/fields.js';
import { builtDeviceSchema, presentBuiltDevice } from './present-built-device.js';
import { PATHS } from '../paths.js';

interface Input {
  serial?: string | null;
}

export const getDevicesFromSerialEndpoint = endpoint<Input>({
  operation: 'get_devices_from_serial',
  summary: 'Look devices up in the list of all devices built, by serial number',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.getDevicesFromSerial,
  input: Joi.object({
    serial: listText('Serial numbers, comma-separated, at most 1,000'),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({
      data: Joi.object({ devices: Joi.array().items(builtDeviceSchema).required() }).required(),
    }),
  },
  refusals: [],
  async handle({ deps, input }) {
    const devices = await findBuiltDevices(deps, splitList(input.serial ?? ''));
    return { status: 200, body: { data: { devices: devices.map(presentBuiltDevice) } } };
  },
});
