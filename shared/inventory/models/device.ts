import { Schema } from 'mongoose';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import type { DeviceCommandRecord } from '../domain/device-command.js';
import { collection } from '../../platform/models/options.js';

export interface TagReference {
  id: number;
  name: string;
}

/** Derived from a device's fields by domain/device-search.ts and written with them; lists are sorted by these keys. */
export interface DeviceSortKeys {
  name: string;
  routerSerialNumber: string;
  firmwareVersion: string;
  networkName: string;
  hpName: string;
  activatedOn: string;
}

/** An inventory entry. Fields that change with every heartbeat are in device_states. */
export interface DeviceRecord {
  _id: number;
  organisationId: number;
  macId: string;
  name: string;
  routerSerialNumber: string;
  firmwareVersion: string;
  locationNetworkId: number | null;
  networkName: string | null;
  tagIds: number[];
  tags: TagReference[];
  partNumber: string;
  hpName: string;
  isSwitch: boolean;
  externalGuid: string | null;
  /** What people have written about it; absent: nothing. */
  notes?: string;
  activatedOn: Date | null;
  /** Since when the device is in its network, and has its tags. Schedules recognise late additions by these times. */
  networkSince: Date | null;
  tagsSince: Date | null;
  /** Grows with every change. A change is written only if it was made from the latest revision. */
  revision: number;
  /** Grows with every change of what only this device's configuration shows; absent before the first. */
  configurationSeq?: number;
  /** Goes before that of its network (docs/configuration.md#radio-settings); null or absent: nothing is set. */
  radio?: RadioSettings | null;
  /** The last reboot or blinking that a caller asked for; absent before the first. */
  command?: DeviceCommandRecord;
  /** Whether the device has connected to a gateway: it restores nothing by itself. Absent for others. */
  isUcentral?: boolean;
  /** Whether openwisp-config runs on the device: it takes no firmware and no commands. Absent for others. */
  isOpenwisp?: boolean;
  searchText: string;
  trigrams: string[];
  sort: DeviceSortKeys;
}

const text = { type: String, default: '' };

export const deviceModel = new Schema<DeviceRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    macId: { type: String, required: true },
    name: text,
    routerSerialNumber: text,
    firmwareVersion: text,
    locationNetworkId: { type: Number, default: null },
    networkName: { type: String, default: null },
    tagIds: { type: [Number], default: [] },
    tags: { type: [new Schema<TagReference>({ id: Number, name: String }, { _id: false })], default: [] },
    partNumber: { type: String, required: true },
    hpName: text,
    isSwitch: { type: Boolean, default: false },
    externalGuid: { type: String, default: null },
    notes: { type: String, default: undefined },
    activatedOn: { type: Date, default: null },
    networkSince: { type: Date, default: null },
    tagsSince: { type: Date, default: null },
    revision: { type: Number, default: 0 },
    configurationSeq: { type: Number, default: undefined },
    radio: { type: Object, default: undefined },
    command: {
      type: new Schema<DeviceCommandRecord>(
        {
          id: Number,
          action: String,
          seconds: { type: Number, default: null },
          at: Date,
          expiresAt: Date,
          takenBy: String,
          takenAt: Date,
        },
        { _id: false, id: false },
      ),
      default: undefined,
    },
    isUcentral: { type: Boolean, default: undefined },
    isOpenwisp: { type: Boolean, default: undefined },
    searchText: text,
    trigrams: { type: [String], default: [] },
    sort: {
      type: new Schema<DeviceSortKeys>(
        {
          name: text,
          routerSerialNumber: text,
          firmwareVersion: text,
          networkName: text,
          hpName: text,
          activatedOn: text,
        },
        { _id: false },
      ),
      required: true,
    },
  } satisfies Record<keyof DeviceRecord, unknown>,
  collection('devices'),
);
deviceModel.index({ organisationId: 1, macId: 1 }, { unique: true, name: 'organisation_mac' });
deviceModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
deviceModel.index({ organisationId: 1, locationNetworkId: 1, _id: 1 }, { name: 'network_id' });
deviceModel.index(
  { organisationId: 1, locationNetworkId: 1 },
  { name: 'network_ucentral', partialFilterExpression: { isUcentral: true } },
);
deviceModel.index(
  { organisationId: 1, 'command.takenAt': 1 },
  { name: 'organisation_reboot', partialFilterExpression: { 'command.action': 'reboot' } },
);
deviceModel.index({ organisationId: 1, tagIds: 1, _id: 1 }, { name: 'tag_id' });
deviceModel.index({ organisationId: 1, partNumber: 1, _id: 1 }, { name: 'part_id' });
deviceModel.index({ organisationId: 1, firmwareVersion: 1, _id: 1 }, { name: 'version_id' });
deviceModel.index({ organisationId: 1, locationNetworkId: 1, networkSince: 1 }, { name: 'network_joiners' });
deviceModel.index({ organisationId: 1, tagIds: 1, tagsSince: 1 }, { name: 'tag_joiners' });
deviceModel.index({ organisationId: 1, trigrams: 1 }, { name: 'organisation_trigrams' });
deviceModel.index({ organisationId: 1, locationNetworkId: 1, 'sort.name': 1 }, { name: 'network_name' });
deviceModel.index({ organisationId: 1, 'sort.name': 1 }, { name: 'sort_name' });
deviceModel.index({ organisationId: 1, 'sort.routerSerialNumber': 1 }, { name: 'sort_serial' });
deviceModel.index({ organisationId: 1, 'sort.firmwareVersion': 1 }, { name: 'sort_firmware' });
deviceModel.index({ organisationId: 1, 'sort.networkName': 1 }, { name: 'sort_network' });
deviceModel.index({ organisationId: 1, 'sort.hpName': 1 }, { name: 'sort_hardware' });
deviceModel.index({ organisationId: 1, 'sort.activatedOn': 1 }, { name: 'sort_activated' });
