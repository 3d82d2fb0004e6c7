import { Schema } from 'mongoose';
import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import type { MeasuredState } from '../domain/measured.js';
import type { ReportedPort } from '../domain/reported-port.js';
import { collection } from '../../platform/models/options.js';

/** What the latest heartbeat reported. One small document per device, created with it, so that a heartbeat never inserts. */
export interface DeviceStateRecord extends MeasuredState {
  /** The device's id. */
  _id: number;
  organisationId: number;
  lastHeartbeatAt: Date | null;
  publicIp: string | null;
  firmwareVersion: string | null;
  uptimeS: number | null;
  /** How many times it has restarted; absent before the first time. */
  restarts?: number;
  ports: ReportedPort[] | null;
  /** The newest connection by which a device that keeps one was heard; absent for others. */
  session?: number;
  /** Sort value of lastHeartbeatAt, as domain/device-search.ts makes it; later for a device that may be silent for longer. */
  sortKey: string;
  /** Absent before the device first reports its configuration. */
  configuration?: ConfigurationState;
  /** The network of a device that alerts have found silent, 0 without one; absent for others. */
  silentIn?: number;
}

export const deviceStateModel = new Schema<DeviceStateRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    lastHeartbeatAt: { type: Date, default: null },
    publicIp: { type: String, default: null },
    firmwareVersion: { type: String, default: null },
    uptimeS: { type: Number, default: null },
    restarts: { type: Number, default: undefined },
    ports: { type: [Object], default: null },
    session: { type: Number, default: undefined },
    sortKey: { type: String, default: '' },
    configuration: { type: Object, default: undefined },
    wifi: { type: Object, default: undefined },
    wifiAt: { type: Date, default: undefined },
    radioDown: { type: Boolean, default: undefined },
    memFreeKb: { type: Number, default: undefined },
    loadPercent: { type: Number, default: undefined },
    boot: { type: String, default: undefined },
    silentIn: { type: Number, default: undefined },
  },
  collection('device_states'),
);
deviceStateModel.index({ organisationId: 1, sortKey: 1 }, { name: 'organisation_heartbeat' });
deviceStateModel.index(
  { organisationId: 1, _id: 1 },
  { name: 'organisation_problem', partialFilterExpression: { 'configuration.problem': { $gt: '' } } },
);
deviceStateModel.index(
  { organisationId: 1, _id: 1 },
  { name: 'organisation_left_out', partialFilterExpression: { 'configuration.leavesOut': true } },
);
deviceStateModel.index(
  { organisationId: 1, _id: 1 },
  { name: 'organisation_radio_down', partialFilterExpression: { radioDown: true } },
);
deviceStateModel.index(
  { 'configuration.refused.at': 1 },
  { name: 'refused', partialFilterExpression: { 'configuration.refused.at': { $gt: new Date(0) } } },
);
const silent = { partialFilterExpression: { silentIn: { $gte: 0 } } };
deviceStateModel.index(
  { organisationId: 1, sortKey: 1, silentIn: 1 },
  { name: 'organisation_silent', ...silent },
);
deviceStateModel.index({ organisationId: 1, silentIn: 1, sortKey: 1 }, { name: 'silent_in', ...silent });
