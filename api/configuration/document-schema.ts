import Joi from 'joi';
import { SCHEMA } from '../../shared/configuration/domain/document.js';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { MEANING_WORDS } from '../../shared/configuration/domain/meanings.js';
import { optionLinesSchema } from '../inventory/option-schemas.js';
import { documentBandSchema } from '../inventory/present-radio.js';

const text = Joi.string().allow('').required();
const flag = Joi.boolean().required();
const integer = Joi.number().integer().required();
const integerOrNull = Joi.number().integer().allow(null).required();
const listOf = (entry: Joi.Schema) => Joi.array().items(entry).required();
const wordOf = (field: keyof typeof MEANING_WORDS) =>
  Joi.string()
    .valid(...MEANING_WORDS[field])
    .required();

const portal = Joi.object({
  login: Joi.string().valid('click', 'radius').required(),
  splash_url: Joi.string().allow('', null).required(),
  success_url: Joi.string().allow('', null).required(),
  walled_garden: listOf(Joi.string()),
});

const router = Joi.object({
  address: text,
  netmask: text,
  nat: flag,
  dhcp: wordOf('dhcp_relay_server'),
  lease_s: integerOrNull,
  ranges: listOf(Joi.object({ start: text, end: text })),
  hosts: listOf(Joi.object({ address: text, mac: text })),
  dns: listOf(Joi.string()),
});

const radiusServers = listOf(
  Joi.object({
    host: text,
    port: integer,
    secret: text,
    nas_identifier: Joi.string().allow(null).required(),
  }),
);

const wirelessEntry = Joi.object({
  id: integer,
  ssid: text,
  bands: listOf(Joi.string().valid(...BANDS)),
  mode: wordOf('ssid_mode'),
  hidden: flag,
  isolate: flag,
  wds: flag,
  security: Joi.object({
    mode: wordOf('security_mode'),
    ciphers: listOf(Joi.string().valid('ccmp', 'tkip', 'gcmp-256')),
    key: Joi.string().allow(null).required(),
    servers: radiusServers,
  }).required(),
  accounting: Joi.object({ servers: radiusServers, interim_s: integerOrNull }).allow(null).required(),
  mac_filter: Joi.object({ policy: wordOf('mac_filter_policy'), macs: listOf(Joi.string()) }).required(),
  vlan: Joi.object({ id: integer, dhcp: flag }).allow(null).required(),
  uplink_priority: integerOrNull,
  max_clients: integerOrNull,
  idle_timeout_s: integerOrNull,
  client_kbps: integerOrNull,
  ssid_kbps: integerOrNull,
  portal: portal.allow(null).required(),
  router: router.allow(null).required(),
  extras: Joi.object({
    fast_roaming: Joi.object({ mobility_domain: Joi.string().hex().length(4).required() })
      .allow(null)
      .required(),
    neighbor_reports: flag,
    bss_transition: flag,
    dynamic_vlan: flag,
    dtim_period: integerOrNull,
    dhcp_relay_address: Joi.string().allow(null).required(),
    options: optionLinesSchema.required(),
  }).required(),
});

const radio = documentBandSchema.keys({
  band: Joi.string()
    .valid(...BANDS)
    .required(),
  country: Joi.string().allow(null).required(),
});

const uplink = Joi.object({
  type: wordOf('uplink_type'),
  settings: Joi.object()
    .pattern(Joi.string(), Joi.alternatives(Joi.string().allow(''), Joi.number().integer()))
    .required(),
});

/** The document of a device; for operators with secrets and the salt as `***`. */
export const documentSchema = Joi.object({
  schema: Joi.number().valid(SCHEMA).required(),
  revision: Joi.string().hex().length(64).required(),
  salt: text,
  device: Joi.object({ id: integer, mac_id: text, name: text, part_number: text }).required(),
  time_zone: text,
  heartbeat_interval_s: integer,
  confirm_within_s: integer,
  radios: listOf(radio).description('The three bands of an access point; null: its own'),
  wireless: listOf(wirelessEntry),
  uplinks: listOf(uplink),
  ports: listOf(Joi.object({ number: integer, name: text })),
});

export const leftOutSchema = Joi.object({
  ssid_id: integerOrNull.description('Null for an uplink'),
  field: Joi.string().allow(null).required(),
  value: Joi.string().allow(null).required(),
  reason: Joi.string()
    .valid(
      'unknown_number',
      'not_set',
      'key_missing',
      'key_type',
      'radius',
      'router_address',
      'shadowed',
      'too_large',
    )
    .required(),
});
