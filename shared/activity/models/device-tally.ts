import { Schema } from 'mongoose';
import type { ConfigurationStatus } from '../../configuration/records/domain/device-configuration.js';
import { collection } from '../../platform/models/options.js';

export interface VersionCount {
  partNumber: string;
  version: string;
  count: number;
}

export interface PartCount {
  partNumber: string;
  count: number;
}

export interface BusyNetwork {
  networkId: number;
  clients: number;
}

/** How many devices are in each state of their configuration; a state without devices is absent. */
export type ConfigurationCounts = Partial<Record<ConfigurationStatus, number>>;

/**
 * The number of devices of one network or organisation by state, and by part and version, when the worker last counted
 * them.
 */
export interface DeviceTallyRecord {
  /** The organisation and the tally key. */
  _id: string;
  organisationId: number;
  /** A network; 0: devices without one; null: all devices of the organisation. */
  tallyKey: number | null;
  up: number;
  down: number;
  neverHeard: number;
  /**
   * Of the tally of a network: the share of its devices that are down, from 0 to 1. Absent before the first count by a version
   * that counts it.
   */
  downShare?: number;
  /** The largest 500, largest first. */
  versions: VersionCount[];
  /** Absent before the first look by a version that counts it. */
  configurations?: ConfigurationCounts;
  /** Managed devices other than switches, which have SSIDs, by hardware part. Absent before a version that counts it. */
  accessPoints?: PartCount[];
  /** Managed devices whose document, or which themselves, leave something out. */
  leavingOut?: number;
  /** The clients of devices that are up; null: none of them counts clients. */
  clients?: number | null;
  /** The bytes a second that clients send and receive; null: no device counts them. */
  rxRate?: number | null;
  txRate?: number | null;
  /** The bytes since they were first counted, up to `trafficAt`. */
  rxTotal?: number | null;
  txTotal?: number | null;
  trafficAt?: Date | null;
  /** Of the tally of an organisation: the networks with most clients, at most ten. */
  busiest?: BusyNetwork[];
  /** Of the tally of an organisation: when it was counted, and the last minute in the series. */
  countedAt?: Date | null;
  minute?: Date | null;
  /** The last half hour of which every device has a point. */
  halfHour?: Date | null;
}

export const deviceTallyModel = new Schema<DeviceTallyRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    tallyKey: { type: Number, default: null },
    up: { type: Number, required: true },
    down: { type: Number, required: true },
    neverHeard: { type: Number, required: true },
    downShare: { type: Number, default: undefined },
    versions: {
      type: [
        new Schema<VersionCount>({ partNumber: String, version: String, count: Number }, { _id: false }),
      ],
      default: [],
    },
    configurations: { type: Object, default: undefined },
    accessPoints: {
      type: [new Schema<PartCount>({ partNumber: String, count: Number }, { _id: false })],
      default: undefined,
    },
    leavingOut: { type: Number, default: undefined },
    clients: { type: Number, default: undefined },
    rxRate: { type: Number, default: undefined },
    txRate: { type: Number, default: undefined },
    rxTotal: { type: Number, default: undefined },
    txTotal: { type: Number, default: undefined },
    trafficAt: { type: Date, default: undefined },
    busiest: {
      type: [new Schema<BusyNetwork>({ networkId: Number, clients: Number }, { _id: false })],
      default: undefined,
    },
    countedAt: { type: Date, default: null },
    minute: { type: Date, default: null },
    halfHour: { type: Date, default: null },
  },
  collection('device_tallies'),
);
deviceTallyModel.index({ organisationId: 1, tallyKey: 1 }, { name: 'organisation_tally_key' });
deviceTallyModel.index({ tallyKey: 1 }, { name: 'tally_key' });
deviceTallyModel.index(
  { organisationId: 1, downShare: -1, down: -1, tallyKey: 1 },
  { name: 'organisation_trouble', partialFilterExpression: { downShare: { $gte: 0 } } },
);
