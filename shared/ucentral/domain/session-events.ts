import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { UpgradeReport } from '../../upgrades/domain/device-beat.js';
import type { Measurements } from '../../inventory/domain/measured.js';
import type { ConfigurationReport } from '../../configuration/records/domain/device-configuration.js';
import type { FetchedDocument } from './config-steps.js';
import type { SavedTrack } from './config-track.js';
import type { ConfigWrites, Sending } from './config-turn.js';
import type { Frame } from './frame.js';
import type { UpgradeStep } from './upgrade-step.js';

export type ConnectFrame = Extract<Frame, { kind: 'connect' }>;
export type ConnectedDevice = Pick<ConnectFrame, 'uuid' | 'firmware' | 'reason' | 'capabilities'>;

/** What a new connection takes over from the record of the device. */
export interface Resumed {
  readonly upgrade: UpgradeStep | null;
  readonly config: SavedTrack | null;
  readonly nextRpcId: number;
  /** The process that has the connection. */
  readonly gateway: string;
}

export type SessionEvent =
  /** A message fits its parser and the device; `resumed` comes with `connect`. */
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'connected'; readonly frame: ConnectFrame; readonly resumed: Resumed }
  | { readonly kind: 'pong' }
  | { readonly kind: 'tick' }
  | {
      readonly kind: 'answered';
      readonly order: Order | null;
      readonly reported: UpgradeReport | null;
      /** Whether the device should get its document. */
      readonly fetch: boolean;
      /** What a caller has asked of the device. */
      readonly asked: Asked | null;
    }
  /** Null: the service has no document for the device now. */
  | { readonly kind: 'fetched'; readonly document: FetchedDocument | null }
  /** The device has come to another network, or is gone: a heartbeat finds out. */
  | { readonly kind: 'assigned' }
  /** The device is in no inventory any more. */
  | { readonly kind: 'removed' }
  /** The heartbeat was not stored; the next one takes along what it measured. */
  | { readonly kind: 'unanswered'; readonly measured: Measurements | null };

export interface Order {
  readonly id: number;
  readonly url: string;
  readonly signature: string | null;
}

/** A command of a caller. */
export interface Asked {
  readonly action: 'reboot' | 'blink';
  readonly seconds: number | null;
}

/** What is to be sent to the device or to the service. Commands are saved with the step before they are sent. */
export type Effect =
  | { readonly kind: 'ping' }
  | { readonly kind: 'heartbeat'; readonly beat: BeatFields }
  | { readonly kind: 'saveUpgrade'; readonly upgrade: UpgradeStep | null }
  | { readonly kind: 'command'; readonly upgrade: UpgradeStep | null; readonly command: Command }
  | { readonly kind: 'orderUpgrade'; readonly upgrade: UpgradeStep; readonly command: Command }
  /** Asks the service for the document of the device. */
  | { readonly kind: 'fetch'; readonly runs: string | null }
  | {
      readonly kind: 'saveConfig';
      readonly saved: SavedTrack;
      readonly writes: ConfigWrites;
      readonly sending: Sending | null;
    }
  | { readonly kind: 'close'; readonly reason: 'no_connect' | 'silent' | 'removed' };

export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface BeatFields {
  readonly firmwareVersion: string;
  readonly uptimeS: number | null;
  readonly ports: ReportedPort[] | null;
  readonly measured: Measurements | null;
  readonly report: UpgradeReport | null;
  /** Null for devices that are not configured. */
  readonly configuration: ConfigurationReport | null;
}

export interface SessionRules {
  readonly intervalMs: number;
  /** From 0 to 1: spreads heartbeats by ten per cent. */
  readonly chance: number;
}
