import type { Reply } from '../fixtures/api.js';
import type { PlanFixture } from './plan-fixture.js';
import type { PlannedRequest } from './planned-request.js';

/** Replaced in a path by the id in the last answer of SSID create. */
export const LAST_SSID = ':ssid';

/** The id of a created SSID. */
export function madeSsid(reply: Reply): number | undefined {
  return (reply.body as { data?: { id?: number } }).data?.id;
}

/** Requests that take an SSID through its life. */
export function ssids({ networks }: PlanFixture, token: string): PlannedRequest[] {
  const network_id = networks[0]?._id;
  const network_ssid = { ssid_name: 'guests' };
  const options = { token, body: { network_ssid: { ssid_name: 'guests', is_enabled: false } } };
  const path = `/v1/network_ssids/${LAST_SSID}`;
  return [
    {
      operation: 'SSID create',
      method: 'POST',
      path: '/v1/network_ssids',
      options: { token, body: { network_id, network_ssid } },
    },
    { operation: 'SSID show', method: 'GET', path, options: { token } },
    { operation: 'SSID update', method: 'PUT', path, options },
    {
      operation: 'update_network_ssid',
      method: 'PUT',
      path: `${path}/update_network_ssid`,
      options: { token, body: { network_ssid: { ssid_mode: '1', dhcp_relay_server: '2' } } },
    },
    {
      operation: 'copy_ssid',
      method: 'POST',
      path: `${path}/copy`,
      options: { token, body: { network_ids: [networks[1]?._id ?? 0] } },
    },
    { operation: 'SSID destroy', method: 'DELETE', path, options: { token } },
  ];
}
