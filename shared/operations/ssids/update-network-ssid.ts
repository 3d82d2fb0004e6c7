import type { Caller } from '../../domain/access.js';
import { readSsid } from '../../domain/ssid-rules.js';
import { AppError } from '../../errors/app-error.js';
import type { Deps } from '../deps.js';
import { missingSsid, type SsidReceipt } from './ssid-request.js';
import { updateSsid, type UpdateSsidRequest } from './update-ssid.js';

const ROUTER_MODE = '1';
const DHCP_SERVER = '2';

/**
 * Updates an SSID whose request says that it is a router with a DHCP server (Interface document,
 * update_network_ssid). What the request says is looked at before the database is, as blank parameters are
 * everywhere: a request that lacks the object is refused as by update, then one that lacks the two values. What is
 * stored does not count. No round trip beside those of update.
 * @throws AppError ssidUpdateInvalid, ssidNotRouterMode, ssidNotFound, forbidden, overloaded
 */
export async function updateNetworkSsid(
  deps: Deps,
  caller: Caller,
  request: UpdateSsidRequest,
): Promise<SsidReceipt> {
  if (!request.input) throw missingSsid('ssidUpdateInvalid');
  const { ssid_mode, dhcp_relay_server } = readSsid(request.input, 'update').fields;
  if (ssid_mode !== ROUTER_MODE || dhcp_relay_server !== DHCP_SERVER) throw new AppError('ssidNotRouterMode');
  return updateSsid(deps, caller, request);
}
