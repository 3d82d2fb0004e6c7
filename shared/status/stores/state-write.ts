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
  /** How the heartbeat changes the state of the configuration that was read; null when it does not. */
  readonly configuration: ConfigurationChange | null;
  /** The fields of the measurements that the heartbeat reports. */
  readonly measured?: MeasuredState;
}

/** One update, or two of which one applies: whether the device has restarted is decided by the stored heartbeat. */
export function stateWrites(write: StateWrite): AnyBulkWriteOperation<DeviceStateRecord>[] {
  const { organisationId, deviceId, at, publicIp, firmwareVersion, uptimeS, ports, isRestart } = write;
  const { session } = write;
  // A device that keeps a connection says its uptime some time after it has connected.
  const uptime = session !== undefined && uptimeS === null ? {} : { uptimeS };
  const set = {
    lastHeartbeatAt: at,
    publicIp,
    firmwareVersion,
    ...uptime,
    sortKey: timeSortKey(at, deviceId),
  };
  const filter = {
    _id: deviceId,
    organisationId,
    ...(session === undefined ? {} : { session: { $not: { $gt: session } } }),
    $or: [{ lastHeartbeatAt: null }, { lastHeartbeatAt: { $lte: at } }],
    ...(write.configuration ? asConfigurationRead(write.configuration.read) : {}),
  };
  const { configuration } = write;
  const $set = {
    ...set,
    ...(session === undefined ? {} : { session }),
    ...(ports === null ? {} : { ports }),
    ...(configuration ? configurationFields(configuration.change) : {}),
    ...write.measured,
  };
  const update = { $set };
  if (!isRestart || uptimeS === null) return [{ updateOne: { filter, update } }];
  const restarted = [
    { uptimeS: { $gt: uptimeS } },
    { uptimeS: { $lt: uptimeS }, lastHeartbeatAt: { $lt: new Date(at.getTime() - 2000 * uptimeS) } },
  ];
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
