/** What a simulated device does when it is told to upgrade. */
export type Behaviour =
  | { readonly kind: 'normal' }
  /** On a thin line: a download takes `factor` times as long. */
  | { readonly kind: 'slow'; readonly factor: number }
  /** Not switched on: never heard. */
  | { readonly kind: 'off' }
  /** Is never heard again from that moment on. */
  | { readonly kind: 'dropsOff'; readonly at: 'downloading' | 'installing' }
  /** Reports a failure half-way through its first `times` downloads. */
  | { readonly kind: 'failsDownload'; readonly times: number | 'always' }
  /** Reports a failure while it writes its flash, and stays as it was. */
  | { readonly kind: 'failsInstall' }
  /** Restarts, runs this version instead of the one it was given, and claims success. */
  | { readonly kind: 'wrongVersion'; readonly version: string };

/** One device to simulate: who it is, what it runs when it is switched on for the first time, how it behaves. */
export interface DeviceSpec {
  readonly macId: string;
  readonly deviceKey: string;
  readonly firmwareVersion: string;
  readonly behaviour: Behaviour;
  /** Number of switch ports that it reports; 0 for an access point. */
  readonly ports: number;
}
