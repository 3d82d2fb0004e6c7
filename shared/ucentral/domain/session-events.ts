import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { UpgradeReport } from '../../upgrades/domain/device-beat.js';
import type { Measurements } from '../../inventory/domain/measured.js';
import type { Frame } from './frame.js';
import type { UpgradeStep } from './upgrade-step.js';

export type ConnectFrame = Extract<Frame, { kind: 'connect' }>;
export type ConnectedDevice = Pick<ConnectFrame, 'uuid' | 'firmware' | 'reason' | 'capabilities'>;

/** What a new connection takes over from the record of the device. */
export interface Resumed {
  readonly upgrade: UpgradeStep | null;
  readonly nextRpcId: number;
}

export type SessionEvent =
  /** A message fits its parser and the device; `resumed` comes with `connect`. */
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'connected'; readonly frame: ConnectFrame; readonly resumed: Resumed }
  | { readonly kind: 'pong' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'answered'; readonly order: Order | null; readonly reported: UpgradeReport | null }
  /** The heartbeat was not stored. */
  | { readonly kind: 'unanswered' };

export interface Order {
  readonly id: number;
  readonly url: string;
  readonly signature: string | null;
}

/** What is to be sent to the device or to the service. Commands are saved with the step before they are sent. */
export type Effect =
  | { readonly kind: 'ping' }
  | { readonly kind: 'heartbeat'; readonly beat: BeatFields }
  | { readonly kind: 'saveUpgrade'; readonly upgrade: UpgradeStep | null }
  | { readonly kind: 'orderUpgrade'; readonly upgrade: UpgradeStep; readonly command: Command }
  | { readonly kind: 'drop'; readonly method: string }
  | { readonly kind: 'close'; readonly reason: 'no_connect' | 'silent' };

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
}

export interface SessionRules {
  readonly intervalMs: number;
  /** From 0 to 1: spreads heartbeats by ten per cent. */
  readonly chance: number;
}
