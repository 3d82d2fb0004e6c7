import Joi from 'joi';
import { listAllSsids, listNetworkSsids } from '../../shared/ssids/operations/list-network-ssids.js';
import type { SsidView } from '../../shared/ssids/operations/reveal-ssid.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalNumberId, optionalText } from '../http/fields.js';
import { acquireStream, JSON_TYPE, listBody } from '../http/json-stream.js';
import { presentSsid, ssidListSchema } from './present-ssid.js';
import { PATHS } from '../paths.js';

interface Input {
  network_name?: string | null;
  network_id?: number;
}

export const listNetworkSsidsEndpoint = endpoint<Input>({
  operation: 'list_network_ssids',
  summary: 'List the SSIDs of a network, or of all networks',
  family: 'v1',
  access: 'user',
  changes: false,
  showsSecrets: true,
  routes: PATHS.listNetworkSsids,
  input: Joi.object({
    network_name: optionalText('The SSIDs of the network of this name; goes before network_id'),
    network_id: optionalNumberId.description('The SSIDs of this network'),
    access_token: accessToken,
  }),
  output: { 200: ssidListSchema },
  refusals: ['networkNotFound'],
  async handle({ deps, caller, input }) {
    const networkName = input.network_name ? input.network_name : undefined;
    const networkId = input.network_id;
    if (networkName === undefined && networkId === undefined) {
      const batches = present(listAllSsids(deps, caller));
      const body = await listBody(
        { before: '{"data":{"network_ssids":[', batches, after: ']}}' },
        { log: deps.log, acquire: () => acquireStream(deps, caller) },
      );
      return { status: 200, headers: JSON_TYPE, body };
    }
    const ssids = await listNetworkSsids(deps, caller, { networkName, networkId });
    return { status: 200, body: { data: { network_ssids: ssids.map(presentSsid) } } };
  },
});

async function* present(batches: AsyncIterable<SsidView[]>): AsyncGenerator<unknown[], void, undefined> {
  for await (const batch of batches) yield batch.map(presentSsid);
}
