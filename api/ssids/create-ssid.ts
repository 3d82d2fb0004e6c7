import Joi from 'joi';
import { requestedId } from '../../shared/platform/values/requested-id.js';
import { createSsid, findNetworkToFill } from '../../shared/ssids/operations/create-ssid.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, idText, optionalPathId } from '../http/fields.js';
import { invalidSsidSchema, presentSsidReceipt, ssidReceiptSchema } from './present-ssid.js';
import { PATHS } from '../paths.js';
import { networkSsid, type NetworkSsidInput } from './ssid-input.js';

interface Input {
  network_id?: string | number | null | undefined;
  id?: number | undefined;
  network_ssid?: NetworkSsidInput | undefined;
}

function networkOf({ network_id: networkId, id, network_ssid: ssid }: Input) {
  return { networkId: requestedId(String(networkId ?? '')) ?? undefined, ssidId: id ?? ssid?.id };
}

export const createSsidEndpoint = endpoint<Input>({
  operation: 'SSID create',
  summary: 'Add an SSID to a network',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.ssidCreate,
  input: Joi.object({
    network_id: idText('The network of the SSID; where it matches none, that of the SSID `id`'),
    id: optionalPathId.description('An SSID of the network, for a network_id that matches none'),
    network_ssid: networkSsid,
    access_token: accessToken,
  }),
  output: { 200: ssidReceiptSchema, 422: invalidSsidSchema },
  refusals: ['ssidCreateInvalid', 'networkNotFound', 'forbidden'],
  beforeFields: ({ deps, caller, input }) => findNetworkToFill(deps, caller, networkOf(input)),
  async handle({ deps, caller, input: { network_id, id, network_ssid } }) {
    const request = { ...networkOf({ network_id, id, network_ssid }), input: network_ssid };
    const receipt = await createSsid(deps, caller, request);
    return { status: 200, body: presentSsidReceipt('Successfully created SSID', receipt) };
  },
});
