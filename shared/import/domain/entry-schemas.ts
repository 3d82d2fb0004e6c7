import Joi from 'joi';
import { ROLES } from '../../access/domain/access.js';
import { reportedPorts } from '../../inventory/domain/reported-port.js';
import type { SectionName } from './entries.js';
import {
  email,
  flag,
  id,
  ipAddress,
  mac,
  optionalText,
  secret,
  sha256,
  signature,
  text,
  time,
} from './fields.js';
import { UPGRADE_SCHEMAS } from './upgrade-schemas.js';

const MAX_DEVICES = 1_000_000_000;
const MAX_TAGS = 256;
const MAX_ENTRIES = 4096;

const grant = Joi.object({ id: id.required(), access: Joi.valid('full', 'read').required() });

const lastHeartbeat = Joi.object({
  at: time.required(),
  public_ip: ipAddress.required(),
  firmware_version: text,
  ports: reportedPorts,
});

const uplink = Joi.object({
  uplink_type: Joi.valid('1', '2', '3', '4').required(),
})
  .pattern(/^[A-Za-z_]\w*$/, Joi.any())
  .messages({ 'object.unknown': 'is not a name of letters, digits and underscores' });

const url = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .max(2048);

/** Far more than any release has. */
const MAX_BYTES = 2 ** 40;

const configuredPort = Joi.object({
  name: optionalText.required(),
  port_number: Joi.number().integer().min(1).max(4096).required(),
});

/** What a backup has instead of passwords and tokens. */
const backedUpAccess = {
  password_hash: secret,
  access_tokens: Joi.array()
    .items(
      Joi.object({
        hash: sha256.required(),
        name: text,
        created_at: time.required(),
        expires_at: time.required(),
      }),
    )
    .unique('hash'),
  disabled_at: time,
};

/** What a record of each section looks like (docs/decisions.md#fleet-file). */
export const ENTRY_SCHEMAS: { readonly [Name in SectionName]: Joi.ObjectSchema } = {
  organisations: Joi.object({
    id: id.required(),
    name: text.required(),
    no_of_aps: Joi.number().integer().min(0).max(MAX_DEVICES).required(),
  }),
  hardware_parts: Joi.object({
    part_number: text.required(),
    name: text.required(),
    wifi_uplink: flag.required(),
    usb: flag.required(),
    is_switch: flag.required(),
  }),
  networks: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    network_name: text.required(),
  }),
  tags: Joi.object({ id: id.required(), organisation_id: id.required(), name: text.required() }),
  users: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    email: email.required(),
    password: Joi.string().max(1024),
    role: Joi.valid(...ROLES).required(),
    tier: Joi.valid(1, 2),
    networks: Joi.alternatives().conditional(Joi.array(), {
      then: Joi.array().items(grant).unique('id').max(MAX_ENTRIES),
      otherwise: Joi.valid('all').messages({ 'any.only': 'must be "all" or a list of networks' }),
    }),
    manage_inventory: flag,
    sees_unreleased: flag,
    access_token: secret,
    ...backedUpAccess,
  }),
  operators: Joi.object({
    email: email.required(),
    password: Joi.string().max(1024),
    access_token: secret,
    ...backedUpAccess,
  }),
  master_inventory: Joi.object({
    mac_id: mac.required(),
    router_serial_number: optionalText.required(),
    part_number: text.required(),
    device_key: secret,
    device_key_hash: sha256,
  }),
  devices: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    mac_id: mac.required(),
    name: optionalText,
    router_serial_number: optionalText,
    part_number: text.required(),
    firmware_version: optionalText,
    location_network_id: id.allow(null),
    tag_ids: Joi.array().items(id).unique().max(MAX_TAGS),
    external_guid: optionalText.allow(null),
    activated_on: time.allow(null),
    network_since: time.allow(null),
    tags_since: time.allow(null),
    last_heartbeat: lastHeartbeat.allow(null),
  }),
  uplinks: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    details: uplink.required(),
    created_at: time.required(),
  }),
  switch_configurations: Joi.object({
    mac_id: mac.required(),
    ports: Joi.array().items(configuredPort).unique('port_number').max(MAX_ENTRIES).required(),
  }),
  init_templates: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    name: text.required(),
    details: Joi.array().items(uplink).max(MAX_ENTRIES).required(),
  }),
  firmware_releases: Joi.object({
    version: text.required(),
    url: Joi.object().pattern(text, url).required(),
    sha256: Joi.object().pattern(text, sha256),
    size: Joi.object().pattern(text, Joi.number().integer().min(1).max(MAX_BYTES)),
    signature: Joi.object().pattern(text, signature),
    organisation_id: id.allow(null).default(null),
    is_released: flag.required(),
  }),
  network_ssids: Joi.object({ id: id.required(), network_id: id.required() }).unknown(true),
  ...UPGRADE_SCHEMAS,
};
