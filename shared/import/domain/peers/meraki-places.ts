import type { NetworkPlace } from '../../../inventory/domain/network-place.js';
import type { ConversionReport } from './conversion-report.js';
import type { ExportValue } from './export-value.js';

const DIFFERS = 'differs: the network has the address of its first device with one';
const WITHOUT_ADDRESS = 'is not converted: a network gets coordinates with an address only';

/**
 * Where networks are, by their ids. Meraki knows where devices are: a network is where its first device with an address is.
 * Coordinates without an address are left out: nothing shows that a person has placed the device.
 */
export function placesOfNetworks(
  devices: readonly ExportValue[],
  report: ConversionReport,
): ReadonlyMap<string, Partial<NetworkPlace>> {
  const places = new Map<string, Partial<NetworkPlace>>();
  for (const device of devices) {
    const network = device.get('networkId').textOrNone();
    const address = oneLine(device.get('address').textOrNone());
    if (network === '') continue;
    if (address === '') {
      if (device.get('lat').isSet) report.add(device.get('lat'), WITHOUT_ADDRESS);
      continue;
    }
    const found = places.get(network);
    if (found === undefined) places.set(network, { address, ...coordinatesOf(device) });
    else if (found.address !== address) report.add(device.get('address'), DIFFERS);
  }
  return places;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, ', ');
}

function coordinatesOf(device: ExportValue): Partial<NetworkPlace> {
  const latitude = device.get('lat').numberOrNone();
  const longitude = device.get('lng').numberOrNone();
  return latitude === null || longitude === null ? {} : { latitude, longitude };
}
