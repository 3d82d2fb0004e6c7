import Joi from 'joi';
import { showDeviceConfiguration } from '../../shared/configuration/operations/show-device-configuration.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { deviceConfigurationSchema, presentDeviceConfiguration } from './present-device-configuration.js';

export const deviceConfigurationEndpoint = endpoint<{ id: number }>({
  operation: 'device_configuration',
  summary: 'Show the configuration of a device, and how far it is applied',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.deviceConfiguration,
  input: Joi.object({ id: pathId, access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: recordSchema('configuration', deviceConfigurationSchema) },
  refusals: ['deviceNotFound', 'overloaded'],
  async handle({ deps, caller, input: { id } }) {
    const view = await showDeviceConfiguration(deps, caller, id);
    const body = { data: { configuration: presentDeviceConfiguration(view) }, status: 200 };
    return revalidated(body);
  },
});
