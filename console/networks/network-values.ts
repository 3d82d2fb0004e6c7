import { numberIn } from '../components/form';
import type { Windows } from '../windows/hours-fields';
import type { NetworkDetail } from './network';

/** What the form of a network holds about its configuration; numbers are texts until they are sent. */
export interface ConfigurationValues {
  readonly canary: boolean;
  readonly soak: string;
  readonly hasStopAfter: boolean;
  readonly stopAfter: string;
  readonly confirmWithin: string;
  readonly onDrift: NetworkDetail['configuration']['on_drift'];
}

/** What the form holds about the place of a network. */
export interface PlaceValues {
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
}

/** What the form of a network holds. */
interface NetworkValues extends ConfigurationValues, PlaceValues {
  readonly network_name: string;
  readonly time_zone: string;
  readonly hasWindows: boolean;
  readonly windows: Windows;
}

/** What the form suggests when the user begins to limit the refusals. */
const STOP_AFTER = '3';

export const LABELS = {
  network_name: 'Name',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  time_zone: 'Time zone',
  hasWindows: 'Own maintenance windows',
  windows: 'Maintenance windows',
  canary: 'Test changes on one device of each hardware part first',
  soak: 'Length of the test, in seconds',
  hasStopAfter: 'Hold a change that devices refuse',
  stopAfter: 'Refusals that hold a change',
  confirmWithin: 'Time to confirm a change, in seconds',
  onDrift: 'When a device was changed by something else',
} as const;

export const valuesOf = ({
  network_name,
  time_zone,
  windows,
  address,
  latitude,
  longitude,
  configuration,
}: NetworkDetail): NetworkValues => ({
  network_name,
  time_zone: time_zone ?? '',
  hasWindows: windows !== null,
  windows: windows ?? [],
  address: address ?? '',
  latitude: latitude === null ? '' : String(latitude),
  longitude: longitude === null ? '' : String(longitude),
  canary: configuration.canary,
  soak: String(configuration.soak_s),
  hasStopAfter: configuration.stop_after !== null,
  stopAfter: configuration.stop_after === null ? STOP_AFTER : String(configuration.stop_after),
  confirmWithin: String(configuration.confirm_within_s),
  onDrift: configuration.on_drift,
});

/** The change that the form asks for. The service refuses an empty field that needs a number. */
export function patchOf(values: NetworkValues) {
  return {
    network_name: values.network_name,
    time_zone: values.time_zone === '' ? null : values.time_zone,
    windows: values.hasWindows ? values.windows : null,
    address: values.address.trim() === '' ? null : values.address,
    latitude: numberIn(values.latitude) as number | null,
    longitude: numberIn(values.longitude) as number | null,
    configuration: {
      canary: values.canary,
      ...(values.canary ? testOf(values) : {}),
      confirm_within_s: numberIn(values.confirmWithin) as number,
      on_drift: values.onDrift,
    },
  };
}

/** The settings of the test, which the form shows with canaries only. */
function testOf({ soak, hasStopAfter, stopAfter }: ConfigurationValues) {
  return {
    soak_s: numberIn(soak) as number,
    // Null would mean any number of refusals, so an empty field is sent as 0, which is refused.
    stop_after: hasStopAfter ? ((numberIn(stopAfter) ?? 0) as number) : null,
  };
}
