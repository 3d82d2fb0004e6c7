import { destroySsid } from '../../shared/ssids/operations/destroy-ssid.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { presentSsidReceipt, ssidReceiptSchema } from './present-ssid.js';
import { PATHS } from '../paths.js';

export const destroySsidEndpoint = endpoint<{ id: number }>({
  operation: 'SSID destroy',
  summary: 'Delete an SSID',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.ssidDestroy,
  input: recordId,
  output: { 200: ssidReceiptSchema },
  refusals: ['ssidNotFound', 'forbidden', 'ssidDeleteFailed'],
  async handle({ deps, caller, input }) {
    const receipt = await destroySsid(deps, caller, input.id);
    return { status: 200, body: presentSsidReceipt('Successfully deleted SSID', receipt) };
  },
});
