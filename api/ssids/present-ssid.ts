import Joi from 'joi';
import type { SsidReceipt } from '../../shared/ssids/operations/ssid-request.js';
import { deviceOptionsSchema } from '../inventory/option-schemas.js';
import { shownExtras, type SsidExtras } from '../../shared/ssids/domain/ssid-extras.js';
import type { SsidView } from '../../shared/ssids/operations/reveal-ssid.js';

/** An SSID as list and show return it and update accepts it: all fields of update, and its network. */
export function presentSsid({ id, networkId, networkName, ssid }: SsidView) {
  return {
    id,
    network_id: networkId,
    network_name: networkName,
    ssid_name: ssid.ssid_name,
    is_enabled: ssid.is_enabled,
    ssid_mode: ssid.ssid_mode,
    nat: ssid.nat,
    wna: ssid.wna,
    is_hidden: ssid.is_hidden,
    is_isolate: ssid.is_isolate,
    security_mode: ssid.security_mode,
    wpa_algorithm: ssid.wpa_algorithm,
    wpa_key: ssid.wpa_key,
    psk_type: ssid.psk_type,
    auth_radius_id: ssid.auth_radius_id,
    acc_radius_enabled: ssid.acc_radius_enabled,
    acc_radius_id: ssid.acc_radius_id,
    acl_mac: ssid.acl_mac,
    mac_filter_policy: ssid.mac_filter_policy,
    acl_mac_list: ssid.acl_mac_list,
    captive_portal: ssid.captive_portal,
    splash_url: ssid.splash_url,
    wallgarden: ssid.wallgarden,
    walled_garden_range: ssid.walled_garden_range,
    overwrite_success_url: ssid.overwrite_success_url,
    success_url: ssid.success_url,
    dhcp_range_start: ssid.dhcp_range_start,
    dhcp_range_end: ssid.dhcp_range_end,
    dhcp_relay_server: ssid.dhcp_relay_server,
    dhcp_lease_time: ssid.dhcp_lease_time,
    ip_address: ssid.ip_address,
    subnet_mask: ssid.subnet_mask,
    per_user_qos: ssid.per_user_qos,
    enable_ssid_qos: ssid.enable_ssid_qos,
    ssid_qos: ssid.ssid_qos,
    radio_band: ssid.radio_band,
    wds_enabled: ssid.wds_enabled,
    max_association: ssid.max_association,
    dns_mode: ssid.dns_mode,
    dns_primary: ssid.dns_primary,
    dns_secondary: ssid.dns_secondary,
    default_idle_timeout: ssid.default_idle_timeout,
    default_interim_time: ssid.default_interim_time,
    uplink_priority: ssid.uplink_priority,
    associated_aps_and_tags: ssid.associated_aps_and_tags,
    dhcp_mappings: ssid.dhcp_mappings.map(({ IPADDR, MAC }) => ({ IPADDR, MAC })),
    dhcp_ranges: ssid.dhcp_ranges.map(({ START, END }) => ({ START, END })),
    v_lan_attributes: ssid.v_lan_attributes && {
      name: ssid.v_lan_attributes.name,
      enable_dhcp_on_v_lan: ssid.v_lan_attributes.enable_dhcp_on_v_lan,
      v_lan_id: ssid.v_lan_attributes.v_lan_id,
      id: ssid.v_lan_attributes.id,
    },
    ...presentExtras(ssid.extras),
  };
}

/** What the interface document does not have is in an answer only where it is set. */
function presentExtras(all: SsidExtras): { readonly extras?: SsidExtras } {
  const extras = shownExtras(all);
  return extras === undefined
    ? {}
    : {
        extras: {
          fast_roaming: extras.fast_roaming,
          neighbor_reports: extras.neighbor_reports,
          bss_transition: extras.bss_transition,
          dynamic_vlan: extras.dynamic_vlan,
          dtim_period: extras.dtim_period,
          dhcp_relay_address: extras.dhcp_relay_address,
          options: extras.options && {
            hostapd: { ...extras.options.hostapd },
            uci: { ...extras.options.uci },
          },
        },
      };
}

/** The response of create, update and destroy (docs/interface.md#ssids). */
export function presentSsidReceipt(msg: string, { id, ssidName }: SsidReceipt) {
  return { msg, data: { id, ssid_name: ssidName } };
}

const digits = Joi.string()
  .pattern(/^\d{1,9}$/)
  .allow(null)
  .required();
const flag = Joi.boolean().required();
const count = Joi.number().integer().min(0).allow(null).required();
const text = Joi.string().allow(null).required();
const optionalFlag = Joi.boolean().allow(null).required();
const list = (items: Joi.Schema) => Joi.array().items(items).required();

const ssidExtrasSchema = Joi.object({
  fast_roaming: optionalFlag.description('802.11r'),
  neighbor_reports: optionalFlag.description('802.11k'),
  bss_transition: optionalFlag.description('802.11v'),
  dynamic_vlan: optionalFlag.description('The VLAN of a client is that of its RADIUS answer'),
  dtim_period: Joi.number().integer().min(1).max(255).allow(null).required(),
  dhcp_relay_address: text.description('IPv4 address of the server that DHCP is relayed to'),
  options: deviceOptionsSchema
    .allow(null)
    .required()
    .description('Options of the software of devices by name'),
}).description('Absent while none is set');

export const ssidSchema = Joi.object({
  id: Joi.number().integer().required(),
  network_id: Joi.number().integer().required(),
  network_name: text.allow(''),
  ssid_name: Joi.string().required(),
  is_enabled: flag,
  ssid_mode: digits.description('1 is router mode'),
  nat: digits,
  wna: digits,
  is_hidden: flag,
  is_isolate: flag,
  security_mode: digits,
  wpa_algorithm: digits,
  wpa_key: text.description('null for a caller without full access to the network'),
  psk_type: digits,
  auth_radius_id: count,
  acc_radius_enabled: flag,
  acc_radius_id: count,
  acl_mac: digits,
  mac_filter_policy: digits,
  acl_mac_list: list(Joi.string()),
  captive_portal: digits,
  splash_url: text,
  wallgarden: flag,
  walled_garden_range: text,
  overwrite_success_url: flag,
  success_url: text,
  dhcp_range_start: text,
  dhcp_range_end: text,
  dhcp_relay_server: digits.description('2 is an enabled DHCP server'),
  dhcp_lease_time: count,
  ip_address: text,
  subnet_mask: text,
  per_user_qos: count,
  enable_ssid_qos: flag,
  ssid_qos: count,
  radio_band: digits,
  wds_enabled: flag,
  max_association: count,
  dns_mode: digits,
  dns_primary: text,
  dns_secondary: text,
  default_idle_timeout: count,
  default_interim_time: count,
  uplink_priority: digits,
  associated_aps_and_tags: list(Joi.string()).description('AP:<device id> and tag:<tag id>'),
  dhcp_mappings: list(Joi.object({ IPADDR: Joi.string().required(), MAC: Joi.string().required() })),
  dhcp_ranges: list(Joi.object({ START: Joi.string().required(), END: Joi.string().required() })),
  v_lan_attributes: Joi.object({
    name: text,
    enable_dhcp_on_v_lan: Joi.boolean().allow(null).required(),
    v_lan_id: Joi.number().integer().allow(null).required(),
    id: count,
  })
    .allow(null)
    .required(),
  extras: ssidExtrasSchema,
});

export const ssidReceiptSchema = Joi.object({
  msg: Joi.string().required(),
  data: Joi.object({ id: Joi.number().integer().required(), ssid_name: Joi.string().required() }).required(),
});

export const ssidListSchema = Joi.object({
  data: Joi.object({ network_ssids: Joi.array().items(ssidSchema).required() }).required(),
});

/** The refusal of an invalid SSID: all messages in one text (docs/interface.md#ssid-create-2). */
export const invalidSsidSchema = Joi.object({
  msg: Joi.string().required(),
  errors: Joi.string(),
  error_code: Joi.number().integer().required(),
});
