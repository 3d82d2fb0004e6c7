import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';

/** What is not in the configuration. With SSID 0: of the rest of the document. */
export function lacking(ssidId: number, feature: string, field?: string, message?: string): DeviceLeftOut {
  return {
    ssid_id: ssidId,
    feature,
    ...(field === undefined ? {} : { field }),
    ...(message === undefined ? {} : { message }),
  };
}
