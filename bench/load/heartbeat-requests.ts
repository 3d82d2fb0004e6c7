import { PATHS } from '../../api/paths.js';
import type { Models } from '../../shared/composition/models.js';
import { benchDeviceKey, type OrganisationLayout } from '../fleet/fleet-plan.js';
import type { WireRequest } from './http-load.js';

const BATCH_SIZE = 10_000;

export interface Device {
  readonly _id: number;
  readonly macId: string;
  readonly firmwareVersion: string;
}

/** All devices of an organisation with their firmware versions. */
export async function devicesOf(
  { devices }: Models,
  { id: organisationId }: OrganisationLayout,
): Promise<Device[]> {
  const fields = { macId: 1, firmwareVersion: 1 } as const;
  const found: Device[] = [];
  for await (const device of devices
    .find({ organisationId }, fields)
    .sort({ _id: 1 })
    .hint('organisation_id')
    .lean()
    .cursor({ batchSize: BATCH_SIZE })) {
    found.push(device);
  }
  return found;
}

/** The heartbeat request of a device that runs `firmware_version`. */
export function heartbeatOf({ _id, macId }: Device, firmware_version: string): WireRequest {
  return {
    method: 'POST',
    path: PATHS.heartbeat[0][1],
    bearer: benchDeviceKey(_id),
    body: { mac_id: macId, firmware_version, uptime_s: 3600 },
  };
}

/** Returns a function that yields the next device's heartbeat at each call, and starts over after the last device. */
export async function cycleHeartbeats(
  models: Models,
  organisation: OrganisationLayout,
): Promise<() => WireRequest> {
  const devices = await devicesOf(models, organisation);
  let turn = 0;
  return () => {
    const device = devices[turn % devices.length];
    if (!device) throw new Error('The organisation has no device');
    turn += 1;
    return heartbeatOf(device, device.firmwareVersion);
  };
}
