import Joi from 'joi';
import { DEVICE_IDENTITIES, type DeviceIdentity } from '../../inventory/domain/device-identity.js';
import { hashToken } from '../../platform/values/secrets.js';
import { toEntry } from '../domain/entry.js';
import { partNumber as partText, sha256 } from '../../firmware/domain/firmware-file.js';
import { flag, mac, optionalText, secret } from '../domain/fields.js';
import { valuesOf } from './check-context.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface MasterDeviceEntry {
  mac_id: string;
  router_serial_number: string;
  part_number: string;
  device_key?: string;
  /** As a backup has it, instead of the key. */
  device_key_hash?: string;
  /** By which openwisp-config names the device, if OpenWISP has given it. */
  openwisp_uuid?: string;
  /** Whether the device enrolled itself. */
  is_enrolled?: boolean;
  /** How it proves who it is; by its key unless the file says otherwise. */
  identity?: DeviceIdentity;
  /** As a backup has it: the hash of the key of the authority under which it first connected. */
  authority_hash?: string;
}

export const masterInventory: FleetSection<MasterDeviceEntry> = {
  schema: Joi.object({
    mac_id: mac.required(),
    router_serial_number: optionalText.required(),
    part_number: partText.required(),
    device_key: secret,
    device_key_hash: sha256,
    openwisp_uuid: Joi.string().lowercase().hex().length(32),
    is_enrolled: flag,
    identity: Joi.string().valid(...DEVICE_IDENTITIES),
    authority_hash: sha256,
  }).when(Joi.object({ identity: Joi.valid('certificate').required() }).unknown(), {
    then: Joi.object({
      device_key: Joi.forbidden(),
      device_key_hash: Joi.forbidden(),
      openwisp_uuid: Joi.forbidden(),
    }),
  }),

  async check(context, located) {
    await context.known.parts.load(valuesOf(located, (entry) => entry.part_number));
    for (const { path, entry } of located) {
      context.addMac('master_inventory', path, entry.mac_id);
      context.part(`${path}.part_number`, entry.part_number);
    }
  },

  // The section `devices` says which organisation has claimed a device.
  async write(context, entries) {
    const { parts } = context.known;
    await parts.load(entries.map((entry) => entry.part_number));
    const write = upsert(
      'masterInventory',
      (entry: MasterDeviceEntry) => entry.mac_id,
      (entry, existing) => {
        const { part_number: partNumber, device_key: key, device_key_hash: hash } = entry;
        const part = parts.get(partNumber);
        const identity = entry.identity ?? existing?.identity;
        const isCertified = identity === 'certificate';
        const keyHash = key === undefined ? (hash ?? existing?.deviceKeyHash ?? null) : hashToken(key);
        const uuid = isCertified ? undefined : (entry.openwisp_uuid ?? existing?.openwispUuid);
        // A device that gets a key again forgets the authority.
        const authority = isCertified ? (entry.authority_hash ?? existing?.authority) : null;
        return {
          _id: entry.mac_id,
          routerSerialNumber: entry.router_serial_number,
          partNumber,
          hpName: part?.name ?? '',
          isSwitch: part?.isSwitch ?? false,
          deviceKeyHash: isCertified ? null : keyHash,
          ...(uuid === undefined ? {} : { openwispUuid: uuid }),
          ...(identity === undefined ? {} : { identity, authority: authority ?? null }),
          organisationId: existing?.organisationId ?? null,
          deviceId: existing?.deviceId ?? null,
          ...enrolledFlag(entry.is_enrolled ?? existing?.isEnrolled),
        };
      },
    );
    return write(context, entries);
  },

  export: each('masterInventory', (record) => ({
    mac_id: record._id,
    ...toEntry(['router_serial_number', 'part_number'], record),
    ...(record.deviceKeyHash === null ? {} : { device_key_hash: record.deviceKeyHash }),
    ...(record.openwispUuid === undefined ? {} : { openwisp_uuid: record.openwispUuid }),
    ...(record.isEnrolled === true ? { is_enrolled: true } : {}),
    ...(record.identity === undefined ? {} : { identity: record.identity }),
    ...(record.authority ? { authority_hash: record.authority } : {}),
  })),
};

function enrolledFlag(isEnrolled: boolean | undefined): { isEnrolled?: boolean } {
  return isEnrolled === undefined ? {} : { isEnrolled };
}
