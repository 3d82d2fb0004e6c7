import type { Caller } from '../../access/domain/access.js';
import { readSsid } from '../domain/ssid-rules.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidDeps } from '../deps.js';
import type { SsidInput, SsidReceipt } from './ssid-request.js';
import { updateSsid, type UpdateSsidRequest } from './update-ssid.js';

const ROUTER_MODE = '1';
const DHCP_SERVER = '2';

/**
 * Updates an SSID if the request sets it to router mode with a DHCP server, whatever is stored. These two values are
 * checked after the presence of the object.
 * @throws AppError ssidUpdateInvalid, ssidNotRouterMode, ssidNotFound, forbidden, overloaded
 */
export async function updateNetworkSsid(
  deps: SsidDeps,
  caller: Caller,
  request: UpdateSsidRequest,
): Promise<SsidReceipt> {
  return updateSsid(deps, caller, request, requireRouter);
}

function requireRouter(input: SsidInput): void {
  const { ssid_mode, dhcp_relay_server } = readSsid(input, 'update').fields;
  if (ssid_mode !== ROUTER_MODE || dhcp_relay_server !== DHCP_SERVER) throw new AppError('ssidNotRouterMode');
}
