/** How a simulated device reacts to an offered upgrade. */
export type Behaviour =
  | { readonly kind: 'normal' }
  /** Has a slow connection: downloads take `factor` times as long. */
  | { readonly kind: 'slow'; readonly factor: number }
  /** Is switched off: never sends a heartbeat. */
  | { readonly kind: 'off' }
  /** Sends no heartbeat from that phase on. */
  | { readonly kind: 'dropsOff'; readonly at: 'downloading' | 'installing' }
  /** Reports a failure half-way through each of its first `times` downloads. */
  | { readonly kind: 'failsDownload'; readonly times: number | 'always' }
  /** Reports a failure while it writes its flash, and keeps its version. */
  | { readonly kind: 'failsInstall' }
  /** Runs this version after the restart instead of the offered one, and reports success. */
  | { readonly kind: 'wrongVersion'; readonly version: string }
  /** Restarts every `everyS` seconds while it runs this version. */
  | { readonly kind: 'restarts'; readonly version: string; readonly everyS: number };

/** What a simulated device makes of its configuration. */
export type ConfigurationBehaviour = 'applies' | 'fails' | 'rollsBack' | 'drifts';

/** A device to simulate, with the firmware version it starts with. */
export interface DeviceSpec {
  readonly macId: string;
  readonly deviceKey: string;
  readonly firmwareVersion: string;
  readonly behaviour: Behaviour;
  /** The number of switch ports it reports; 0 for an access point. */
  readonly ports: number;
  /** Without it the device does not report a configuration. */
  readonly configuration?: ConfigurationBehaviour;
}
