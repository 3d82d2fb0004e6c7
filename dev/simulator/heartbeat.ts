import type { ReportedPort } from './switch-ports.js';

/**
 * The public heartbeat protocol as a device knows it (docs/device-makers.md). Written down again on purpose:
 * the simulator shares no code with the service that it speaks to.
 */
export interface Heartbeat {
  readonly mac_id: string;
  readonly firmware_version: string;
  readonly uptime_s: number;
  readonly ports?: readonly ReportedPort[];
  readonly upgrade?: UpgradeReport;
}

export interface UpgradeReport {
  readonly id: number;
  readonly state: 'downloading' | 'installing' | 'success' | 'failure';
  /** Per cent. */
  readonly progress?: number;
  readonly message?: string;
}

export interface HeartbeatAnswer {
  readonly status: number;
  /** Seconds. */
  readonly next_heartbeat_in: number;
  readonly upgrade: OfferedUpgrade | null;
}

export interface OfferedUpgrade {
  readonly id: number;
  readonly version: string;
  readonly url: string;
  readonly save_prev_config: boolean;
}
