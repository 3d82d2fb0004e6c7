import Joi from 'joi';
import { removeDevices } from '../../shared/assignment/operations/remove-devices.js';
import { endpoint } from '../http/endpoint.js';
import { type ListParameter, accessToken, deviceList, entriesOf } from '../http/fields.js';
import { deviceChangeOutput, presentDeviceChange } from './present-device-change.js';
import { PATHS } from '../paths.js';

interface Input {
  devices?: ListParameter;
}

export const removeDevicesEndpoint = endpoint<Input>({
  operation: 'remove_devices',
  summary: 'Delete devices from the inventory',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.removeDevices,
  input: Joi.object({
    devices: deviceList('MACs, at most 10,000'),
    access_token: accessToken,
  }),
  output: deviceChangeOutput,
  refusals: ['noDevicesProvided', 'noMatchingDevice', 'removalFailed'],
  async handle({ deps, caller, input }) {
    const result = await removeDevices(deps, caller, entriesOf('devices', input.devices));
    return presentDeviceChange(result, { done: 'removed', noneDone: 'removalFailed' });
  },
});
