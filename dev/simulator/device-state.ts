/** The upgrade that a device is at. */
export interface AssignedUpgrade {
  readonly id: number;
  readonly version: string;
}

/** What a device is doing. Times are milliseconds since 1970, so that a state outlives the simulator. */
export type Phase =
  | { readonly name: 'idle' }
  | {
      readonly name: 'downloading';
      readonly of: AssignedUpgrade;
      readonly since: number;
      readonly until: number;
    }
  /** The following three last until the service has taken the word of it. */
  | { readonly name: 'downloadFailed'; readonly of: AssignedUpgrade }
  | { readonly name: 'announcing'; readonly of: AssignedUpgrade }
  | { readonly name: 'installFailed'; readonly of: AssignedUpgrade }
  /** Writes its flash and restarts: silent. */
  | { readonly name: 'installing'; readonly of: AssignedUpgrade; readonly until: number }
  /** Runs again; its first heartbeat says so. */
  | { readonly name: 'cameBack'; readonly of: AssignedUpgrade }
  | { readonly name: 'gone' };

export type PhaseName = Phase['name'];

/** What a device carries through its life. */
export interface DeviceState {
  readonly firmwareVersion: string;
  /** Milliseconds since 1970. */
  readonly bootedAt: number;
  readonly failedDownloads: number;
  readonly phase: Phase;
}

export const PHASES = [
  'idle',
  'downloading',
  'downloadFailed',
  'announcing',
  'installing',
  'installFailed',
  'cameBack',
  'gone',
] as const satisfies readonly PhaseName[];
