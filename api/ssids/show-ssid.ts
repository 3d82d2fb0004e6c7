import Joi from 'joi';
import { showSsid } from '../../shared/ssids/operations/show-ssid.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { presentSsid, ssidSchema } from './present-ssid.js';
import { PATHS } from '../paths.js';

export const showSsidEndpoint = endpoint<{ id: number }>({
  operation: 'SSID show',
  summary: 'Show one SSID',
  family: 'v1',
  access: 'user',
  changes: false,
  showsSecrets: true,
  routes: PATHS.ssidShow,
  input: recordId,
  output: {
    200: Joi.object({ data: Joi.object({ network_ssid: ssidSchema.required() }).required() }),
  },
  refusals: ['ssidNotFound'],
  async handle({ deps, caller, input }) {
    const ssid = await showSsid(deps, caller, input.id);
    return { status: 200, body: { data: { network_ssid: presentSsid(ssid) } } };
  },
});
