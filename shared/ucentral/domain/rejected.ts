import type { DeviceLeftOut } from '../../configuration/records/domain/device-configuration.js';

/** Where a message of a device is about an SSID. */
const SSID_PLACE = /\/interfaces\/(\d+)\/ssids\/(\d+)/;

/**
 * The SSIDs that the messages of a device name by their places, once each. Messages about radios are warnings, such as of a
 * narrower channel.
 */
export function ssidsOf(
  rejected: readonly string[],
  ssidIds: readonly (readonly number[])[],
): readonly number[] {
  const ids = rejected.flatMap((text) => {
    const [, network, place] = SSID_PLACE.exec(text) ?? [];
    const id = ssidIds[Number(network)]?.[Number(place)];
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}

/** What is left out when the device has applied a configuration without parts. */
export function withRejected(leftOut: readonly DeviceLeftOut[], ids: readonly number[]): DeviceLeftOut[] {
  const added = ids.map((ssid_id) => ({ ssid_id, feature: 'rejected' }));
  return [...added, ...leftOut.filter(({ feature }) => feature !== 'rejected')];
}
