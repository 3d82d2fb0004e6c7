import type { ConfigurationReport } from './heartbeat.js';

/** The upgrade that a device performs. */
export interface AssignedUpgrade {
  readonly id: number;
  readonly version: string;
}

/** The phase of an upgrade. Times are milliseconds since 1970, so that saved states remain valid. */
export type Phase =
  | { readonly name: 'idle' }
  | {
      readonly name: 'downloading';
      readonly of: AssignedUpgrade;
      readonly since: number;
      readonly until: number;
    }
  /** This phase and the next three last until the service has received the report. */
  | { readonly name: 'downloadFailed'; readonly of: AssignedUpgrade }
  | { readonly name: 'aborted'; readonly of: AssignedUpgrade }
  | { readonly name: 'announcing'; readonly of: AssignedUpgrade }
  | { readonly name: 'installFailed'; readonly of: AssignedUpgrade }
  /** Writes its flash and restarts; sends no heartbeats. */
  | { readonly name: 'installing'; readonly of: AssignedUpgrade; readonly until: number }
  /** Runs again; its next heartbeat reports success. */
  | { readonly name: 'cameBack'; readonly of: AssignedUpgrade }
  | { readonly name: 'gone' };

export type PhaseName = Phase['name'];

/** The state of a simulated device. */
export interface DeviceState {
  readonly firmwareVersion: string;
  /** Milliseconds since 1970. */
  readonly bootedAt: number;
  readonly failedDownloads: number;
  readonly phase: Phase;
  /** What the device reports of its configuration; absent before its first document. */
  readonly configuration?: ConfigurationReport;
}

export const PHASES = [
  'idle',
  'downloading',
  'downloadFailed',
  'aborted',
  'announcing',
  'installing',
  'installFailed',
  'cameBack',
  'gone',
] as const satisfies readonly PhaseName[];
