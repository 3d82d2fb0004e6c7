import { Schema } from 'mongoose';
import type { RadioSettings } from '../../configuration/records/domain/radio-settings.js';
import type { Window } from '../domain/network-hours.js';
import { collection } from '../../platform/models/options.js';

/** A location network. deviceCount is exact: it is written in the transaction that moves the devices. */
export interface NetworkRecord {
  _id: number;
  organisationId: number;
  networkName: string;
  deviceCount: number;
  /** When its devices may be upgraded (docs/administration.md#update_network); null or absent: as the rollout says. */
  timeZone?: string | null;
  windows?: readonly Window[] | null;
  /** Whether one of the two is set. A separate flag, because the filter of a partial index accepts only equalities. */
  hasOwnHours?: boolean;
  /** Where it is (docs/administration.md#places-of-networks); null or absent: not known. It has both coordinates or none. */
  latitude?: number | null;
  longitude?: number | null;
  address?: string | null;
  /** What its devices' radios are set to (docs/configuration.md#radio-settings); null or absent: nothing. */
  radio?: RadioSettings | null;
  /** Counts the changes by callers; absent before the first one. */
  revision?: number;
  /** Incremented by every transaction that adds an SSID, so that one that deletes the network conflicts. */
  ssidRevision?: number;
}

export const networkModel = new Schema<NetworkRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    networkName: { type: String, required: true },
    deviceCount: { type: Number, default: 0 },
    timeZone: { type: String, default: undefined },
    windows: { type: [Schema.Types.Mixed], default: undefined } as never,
    hasOwnHours: { type: Boolean, default: undefined },
    latitude: { type: Number, default: undefined },
    longitude: { type: Number, default: undefined },
    address: { type: String, default: undefined },
    radio: { type: Object, default: undefined },
    revision: { type: Number, default: undefined },
    ssidRevision: { type: Number, default: undefined },
  },
  collection('networks'),
);
networkModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
networkModel.index({ organisationId: 1, networkName: 1, _id: 1 }, { name: 'organisation_name' });
networkModel.index(
  { organisationId: 1, hasOwnHours: 1 },
  { name: 'organisation_hours', partialFilterExpression: { hasOwnHours: true } },
);
