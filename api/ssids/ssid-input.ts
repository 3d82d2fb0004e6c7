import Joi from 'joi';
import { SSID_FIELDS, type SsidFieldName, type SsidKinds } from '../../shared/ssids/domain/ssid-fields.js';
import type { SsidInput } from '../../shared/ssids/operations/ssid-request.js';
import { optionalPathId } from '../http/fields.js';

/** The object of the request; only its id is read here. */
export type NetworkSsidInput = SsidInput & { readonly id?: number };

const KINDS: { readonly [Kind in keyof SsidKinds]: string } = {
  name: '1 to 32 bytes of UTF-8, unique among the SSIDs of its network without associated_aps_and_tags',
  flag: 'Boolean; "1", "true" and 1 too',
  digits: 'A string of digits; a number too',
  count: 'A whole number of 0 or more',
  clients: 'A whole number from 1 to 2007',
  text: 'Text of at most 4,096 characters',
  ipv4: 'IPv4 address',
  ip: 'IPv4 or IPv6 address',
  mask: 'Subnet mask in dotted form',
  url: 'http or https URL',
  key: '8 to 63 printable ASCII characters or 64 hexadecimal digits; null leaves it as it is',
  macs: 'List of MAC addresses',
  targets: 'List of AP:<device id> and tag:<tag id>',
  mappings: 'List of objects with IPADDR and MAC',
  ranges: 'List of objects with START and END',
  extras:
    'Object with fast_roaming, neighbor_reports, bss_transition, dynamic_vlan, dtim_period (1 to 255), dhcp_relay_address and options; null removes one',
  vlan: 'Object with name, enable_dhcp_on_v_lan, v_lan_id (1 to 4094) and id',
};

const fields = Object.entries(SSID_FIELDS).map(([name, kind]: [string, keyof SsidKinds]) => [
  name,
  Joi.any().description(KINDS[kind]),
]);

/**
 * The `network_ssid` object of create and update. Its fields are checked by the operation, which names all their
 * problems at once under the code of the operation.
 */
export const networkSsid = Joi.object<NetworkSsidInput>({
  id: optionalPathId,
  ...(Object.fromEntries(fields) as Record<SsidFieldName, Joi.Schema>),
})
  .unknown(true)
  .empty(Joi.valid('', null));
