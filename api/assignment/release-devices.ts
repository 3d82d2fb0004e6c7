import Joi from 'joi';
import { releaseDevices } from '../../shared/assignment/operations/release-devices.js';
import { endpoint } from '../http/endpoint.js';
import { type ListParameter, accessToken, deviceList, entriesOf } from '../http/fields.js';
import { deviceChangeOutput, presentDeviceChange } from './present-device-change.js';
import { PATHS } from '../paths.js';

interface Input {
  devices?: ListParameter;
}

export const releaseDevicesEndpoint = endpoint<Input>({
  operation: 'release_devices',
  summary: 'Take devices out of their networks',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.releaseDevices,
  input: Joi.object({
    devices: deviceList('MACs, at most 10,000'),
    access_token: accessToken,
  }),
  output: deviceChangeOutput,
  refusals: ['noDevicesProvided', 'noMatchingDevice', 'tierMayNotRelease', 'releaseFailed'],
  async handle({ deps, caller, input }) {
    const result = await releaseDevices(deps, caller, entriesOf('devices', input.devices));
    return presentDeviceChange(result, { done: 'released', noneDone: 'releaseFailed' });
  },
});
