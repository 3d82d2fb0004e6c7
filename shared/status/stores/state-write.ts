import type { AnyBulkWriteOperation } from 'mongoose';
import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import {
  asConfigurationRead,
  configurationFields,
} from '../../configuration/records/stores/configuration-state.js';
import { timeSortKey } from '../../inventory/domain/device-search.js';
import type { MeasuredState } from '../../inventory/domain/measured.js';
import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';

export interface ConfigurationChange {
  readonly read: ConfigurationState;
  readonly change: Partial<ConfigurationState>;
}

/** The state that one heartbeat writes. */
export interface StateWrite extends DeviceRef {
  readonly at: Date;
  readonly publicIp: string;
  readonly firmwareVersion: string;
  readonly uptimeS: number | null;
  readonly ports: ReportedPort[] | null;
  /** Whether its uptime and what was read before say that the device has restarted. */
  readonly isRestart: boolean;
  /** The number of the connection over which it came; absent for a heartbeat by HTTP. */
  readonly session?: number | undefined;
  /** How much longer than others the device may be silent before it is down. */
  readonly graceS?: number | undefined;
  /** How the heartbeat changes the state of the configuration that was read; null when it does not. */
  readonly configuration: ConfigurationChange | null;
  /** The fields of the measurements that the heartbeat reports. */
  readonly measured?: MeasuredState;
}

/** One update, or two of which one applies: whether the device has restarted is decided by the stored heartbeat. */
export function stateWrites(write: StateWrite): AnyBulkWriteOperation<DeviceStateRecord>[] {
  const { at, uptimeS, isRestart } = write;
  const filter = filterOf(write);
  const update = { $set: fieldsOf(write) };
  if (!isRestart || uptimeS === null) return [{ updateOne: { filter, update } }];
  const restarted = restartedSince(at, uptimeS);
  return [
    {
      updateOne: {
        filter: { ...filter, $and: [{ $or: restarted }] },
        update: { ...update, $inc: { restarts: 1 } },
      },
    },
    { updateOne: { filter: { ...filter, $nor: restarted }, update } },
  ];
}

/** The update of a heartbeat that changes nothing but times and measurements. It applies unless the device has restarted. */
export function ordinaryWrite(write: StateWrite): AnyBulkWriteOperation<DeviceStateRecord> {
  const { at, uptimeS } = write;
  const unlessRestarted = uptimeS === null ? {} : { $nor: restartedSince(at, uptimeS) };
  return {
    updateOne: { filter: { ...filterOf(write), ...unlessRestarted }, update: { $set: fieldsOf(write) } },
  };
}

function filterOf({ organisationId, deviceId, session, at, configuration }: StateWrite) {
  return {
    _id: deviceId,
    organisationId,
    ...(session === undefined ? {} : { session: { $not: { $gt: session } } }),
    $or: [{ lastHeartbeatAt: null }, { lastHeartbeatAt: { $lte: at } }],
    ...(configuration ? asConfigurationRead(configuration.read) : {}),
  };
}

function fieldsOf(write: StateWrite) {
  const { deviceId, at, publicIp, firmwareVersion, uptimeS, ports, session, configuration } = write;
  const { graceS = 0 } = write;
  return {
    lastHeartbeatAt: at,
    publicIp,
    firmwareVersion,
    // A device that keeps a connection says its uptime some time after it has connected.
    ...(session !== undefined && uptimeS === null ? {} : { uptimeS }),
    // Ranges of these keys are devices that are up, or down.
    sortKey: timeSortKey(new Date(at.getTime() + graceS * 1000), deviceId),
    ...(session === undefined ? {} : { session }),
    ...(ports === null ? {} : { ports }),
    ...(configuration ? configurationFields(configuration.change) : {}),
    ...write.measured,
  };
}

/** What of the stored heartbeat says that a device with the uptime has restarted since. */
function restartedSince(at: Date, uptimeS: number) {
  return [
    { uptimeS: { $gt: uptimeS } },
    { uptimeS: { $lt: uptimeS }, lastHeartbeatAt: { $lt: new Date(at.getTime() - 2000 * uptimeS) } },
  ];
}
