import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import { settledAfter, type SeenConfiguration, type SettledConfiguration } from './seen-configuration.js';
import type { DeviceSummaryRecord } from '../models/device-summary.js';

/** What the latest heartbeat of a device that is up says of its clients; null: nothing. */
export interface SeenAir {
  readonly clients: number | null;
  /** Bytes a second. */
  readonly rxRate: number | null;
  readonly txRate: number | null;
}

/** A device as it is now. */
export type SeenDevice = Omit<DeviceSummaryRecord, 'seq' | 'configuration'> & {
  readonly macId: string;
  readonly partNumber: string;
  readonly isSwitch: boolean;
  /** Null for a device that is not managed. */
  readonly configuration: SeenConfiguration | null;
  readonly heardAt: Date | null;
  /** How long it may be silent before it is down. */
  readonly downAfterS: number;
  readonly air: SeenAir;
};

export interface DeviceChange {
  /** Null for a device that is seen for the first time. */
  readonly before: DeviceSummaryRecord | null;
  readonly after: DeviceSummaryRecord;
  readonly events: readonly DeviceEventRecord[];
  /** The device, when its configuration has settled differently. */
  readonly configured?: SeenDevice;
}

/**
 * What has changed since the last summary; null when nothing has. A device that is seen for the first time has no
 * events.
 * @param installing whether firmware is being written to it
 * @param deafness when the service did not hear the organisation's devices: a device that was up and may not have been heard
 *   is not down
 */
export function changeOf(
  before: DeviceSummaryRecord | null,
  seen: SeenDevice,
  at: { now: Date; installing: boolean; deafness: Deafness },
): DeviceChange | null {
  const { _id, organisationId, networkId, version } = seen;
  const silentAt = downAt(seen, at.deafness);
  const isUnheard =
    before?.state === 'up' && seen.state === 'down' && silentAt > at.deafness.judgedTo(at.now);
  const state = isUnheard ? 'up' : seen.state;
  const settled = before?.configuration ?? null;
  const configuration = settledAfter(settled, seen.configuration);
  // Ids of devices are used again: the events of a device that was removed have smaller numbers.
  const seq = before ? before.seq + 1 : at.now.getTime();
  const after = { _id, organisationId, networkId, version, state, configuration, seq };
  if (before === null) return { before, after, events: [] };
  const events: DeviceEventRecord[] = [];
  const add = (kind: DeviceEventRecord['kind'], fields: Partial<DeviceEventRecord>): void => {
    const event = { organisationId, deviceId: _id, at: at.now, planned: null, before: null, after: null };
    events.push({ _id: `${_id}:${after.seq}:${kind}`, ...event, kind, ...fields });
  };
  if (before.networkId !== networkId) add('moved', { before: before.networkId, after: networkId });
  if (before.version !== version) add('changed_version', { before: before.version, after: version });
  if (before.state !== state) {
    if (state === 'up') add('came_up', {});
    else if (state === 'down') add('went_down', { at: silentAt, planned: at.installing });
  }
  const isSettledAnew =
    configuration?.state !== settled?.state || configuration?.revision !== settled?.revision;
  if (isSettledAnew) {
    const stateOf = (one: SettledConfiguration): string => one?.state ?? 'unmanaged';
    add('configured', { before: stateOf(settled), after: stateOf(configuration) });
  }
  const isSame = events.length === 0 && before.state === state;
  if (isSame) return null;
  return { before, after, events, ...(isSettledAnew ? { configured: seen } : {}) };
}

/** When a device that is not heard again counts as down. */
function downAt({ heardAt, downAfterS }: SeenDevice, deafness: Deafness): Date {
  const heard = heardAt ?? new Date(0);
  return deafness.silenceAfter(heard, new Date(heard.getTime() + downAfterS * 1000));
}
