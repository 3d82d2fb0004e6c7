import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { REBOOT_WITHIN_MS, type DeviceCommandRecord } from '../../inventory/domain/device-command.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';

/** What may be silent because callers have rebooted it. */
export interface Rebooting {
  readonly devices: ReadonlySet<number>;
  /** The networks whose switches reboot, and with them the access points that they power. */
  readonly networks: ReadonlySet<number>;
}

/** More than these at once are not asked for one by one. */
const MAX_REBOOTING = 10_000;

/** Commands of callers to devices, which are part of their records. */
export function createCommandStore({ devices }: InventoryModels) {
  return {
    /** Gives a device a command, in the place of the one before; false when it is in no inventory of the organisation any more. */
    async give(
      { organisationId, deviceId: _id }: DeviceRef,
      command: DeviceCommandRecord,
      session: ClientSession,
    ): Promise<boolean> {
      const { matchedCount } = await devices.updateOne(
        { _id, organisationId },
        { $set: { command } },
        { session },
      );
      return matchedCount === 1;
    },
    /**
     * Takes the waiting commands of at most 1,000 devices for their heartbeats.
     * @param ids of the commands as they were read
     * @returns those that no other heartbeat has taken, by device
     */
    async take(
      refs: readonly DeviceRef[],
      ids: readonly number[],
      at: Date,
    ): Promise<Map<number, DeviceCommandRecord>> {
      const takenBy = randomUUID();
      const waiting = { 'command.id': { $in: [...ids] }, 'command.takenBy': null };
      await devices.updateMany(
        { ...amongDevices(refs), ...waiting },
        { $set: { 'command.takenBy': takenBy, 'command.takenAt': at } },
      );
      const taken = await devices
        .find({ ...amongDevices(refs), 'command.takenBy': takenBy }, { command: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(taken.flatMap(({ _id, command }) => (command ? [[_id, command]] : [])));
    },
    /** The devices of an organisation that have been sent a reboot within the time that it may take. */
    async rebooting(organisationId: number, now: Date): Promise<Rebooting> {
      const since = new Date(now.getTime() - REBOOT_WITHIN_MS);
      const found = await devices
        .find(
          { organisationId, 'command.action': 'reboot', 'command.takenAt': { $gte: since } },
          { locationNetworkId: 1, isSwitch: 1 },
        )
        .hint('organisation_reboot')
        .limit(MAX_REBOOTING)
        .batchSize(MAX_REBOOTING + 1)
        .lean<Pick<DeviceRecord, '_id' | 'locationNetworkId' | 'isSwitch'>[]>();
      const switches = found.filter(({ isSwitch }) => isSwitch);
      return {
        devices: new Set(found.map(({ _id }) => _id)),
        networks: new Set(switches.flatMap(({ locationNetworkId: id }) => id ?? [])),
      };
    },
  };
}
