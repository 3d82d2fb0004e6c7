import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import { DEVICE_IDENTITIES, type DeviceIdentity } from '../domain/device-identity.js';

/**
 * A device that the manufacturer built, identified by its MAC. It belongs to the organisation that sets organisationId
 * on the unclaimed record, so that no MAC is in two inventories, whatever runs concurrently.
 */
export interface MasterDeviceRecord {
  _id: string;
  routerSerialNumber: string;
  partNumber: string;
  hpName: string;
  isSwitch: boolean;
  deviceKeyHash: string | null;
  /** How the device proves who it is; absent: by its key. */
  identity?: DeviceIdentity;
  /** The hash of the key of the authority under which a device with a certificate first connected; none before. */
  authority?: string | null;
  organisationId: number | null;
  deviceId: number | null;
  /** The UUID by which openwisp-config names the device, which OpenWISP has given it; absent: one of this service. */
  openwispUuid?: string;
  /** The nonce with which the device was enrolled last, and when; absent for one that has not been. */
  enrolment?: MasterEnrolment;
  /** Whether the enrolment made the record, which is then deleted with the device. */
  isEnrolled?: boolean;
}

export interface MasterEnrolment {
  readonly nonceHash: string;
  readonly at: Date;
}

export const masterDeviceModel = new Schema<MasterDeviceRecord>(
  {
    _id: String,
    routerSerialNumber: { type: String, default: '' },
    partNumber: { type: String, required: true },
    hpName: { type: String, required: true },
    isSwitch: { type: Boolean, default: false },
    deviceKeyHash: { type: String, default: null },
    identity: { type: String, enum: [...DEVICE_IDENTITIES], default: undefined },
    authority: { type: String, default: undefined },
    organisationId: { type: Number, default: null },
    deviceId: { type: Number, default: null },
    openwispUuid: { type: String, default: undefined },
    enrolment: { type: Object, default: undefined },
    isEnrolled: { type: Boolean, default: undefined },
  },
  collection('master_inventory'),
);
masterDeviceModel.index({ routerSerialNumber: 1 }, { name: 'serial' });
masterDeviceModel.index({ deviceKeyHash: 1 }, { name: 'device_key' });
masterDeviceModel.index(
  { openwispUuid: 1 },
  { name: 'openwisp_uuid', partialFilterExpression: { openwispUuid: { $exists: true } } },
);
