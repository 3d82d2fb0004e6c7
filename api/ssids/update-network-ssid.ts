import Joi from 'joi';
import { findSsidToChange } from '../../shared/ssids/operations/find-ssid.js';
import { updateNetworkSsid } from '../../shared/ssids/operations/update-network-ssid.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalPathId } from '../http/fields.js';
import { invalidSsidSchema, presentSsidReceipt, ssidReceiptSchema } from './present-ssid.js';
import { PATHS } from '../paths.js';
import { networkSsid, type NetworkSsidInput } from './ssid-input.js';

interface Input {
  id?: number;
  network_ssid?: NetworkSsidInput;
}

export const updateNetworkSsidEndpoint = endpoint<Input>({
  operation: 'update_network_ssid',
  summary: 'Change an SSID in router mode with a DHCP server',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateNetworkSsid,
  input: Joi.object({ id: optionalPathId, network_ssid: networkSsid, access_token: accessToken }),
  output: { 200: ssidReceiptSchema, 422: invalidSsidSchema },
  refusals: ['ssidUpdateInvalid', 'ssidNotRouterMode', 'ssidNotFound', 'forbidden'],
  beforeFields: ({ deps, caller, input: { id, network_ssid } }) =>
    findSsidToChange(deps, caller, id ?? network_ssid?.id),
  async handle({ deps, caller, input: { id, network_ssid } }) {
    const request = { id: id ?? network_ssid?.id, input: network_ssid };
    const receipt = await updateNetworkSsid(deps, caller, request);
    return { status: 200, body: presentSsidReceipt('Successfully updated SSID', receipt) };
  },
});
