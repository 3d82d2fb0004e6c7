import type { DeviceRecord } from '../../inventory/models/device.js';

type UpgradedDevice = Pick<DeviceRecord, 'macId' | 'partNumber' | 'isOpenwisp'>;

/** Why a device with openwisp-config gets no upgrade. */
export const TAKES_NO_FIRMWARE = 'openwisp-config takes no firmware';

/** Whether a release has a file for the device, and the agent of the device takes one. @param parts those of the release */
export function takesFirmware(
  { partNumber, isOpenwisp }: Omit<UpgradedDevice, 'macId'>,
  parts: ReadonlySet<string>,
): boolean {
  return isOpenwisp !== true && parts.has(partNumber);
}

/** How an answer names a device that gets no upgrade. */
export function unavailableName({ macId, isOpenwisp }: Omit<UpgradedDevice, 'partNumber'>): string {
  return isOpenwisp === true ? `${macId} (${TAKES_NO_FIRMWARE})` : macId;
}
