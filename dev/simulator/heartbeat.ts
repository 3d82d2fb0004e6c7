import type { ReportedPort } from './switch-ports.js';
import type { ReportedWifi } from './wifi.js';

/**
 * The types of the public heartbeat protocol (docs/device-makers.md). They duplicate the service's types on purpose: the
 * simulator shares no code with the service.
 */
export interface Heartbeat {
  readonly mac_id: string;
  readonly firmware_version: string;
  readonly uptime_s: number;
  readonly ports?: readonly ReportedPort[];
  readonly upgrade?: UpgradeReport;
  readonly configuration?: ConfigurationReport;
  readonly wifi?: ReportedWifi;
  readonly mem_free_kb?: number;
  readonly load_percent?: number;
  readonly boot?: 'power' | 'upgrade' | 'watchdog';
}

export interface ConfigurationReport {
  readonly revision: string | null;
  readonly state?: 'applied' | 'failed' | 'rolled_back';
  /** The revision of an attempt that did not succeed. */
  readonly attempted?: string;
  readonly attempt?: number;
  readonly error?: { readonly code: 'invalid' | 'lost_service'; readonly message: string };
  readonly drifted?: boolean;
  readonly left_out?: readonly { readonly ssid_id: number; readonly feature: string }[];
  readonly agent?: string;
}

export interface UpgradeReport {
  readonly id: number;
  readonly state: 'downloading' | 'installing' | 'success' | 'failure' | 'aborted';
  /** Per cent. */
  readonly progress?: number;
  readonly message?: string;
}

export interface HeartbeatAnswer {
  readonly status: number;
  /** Seconds. */
  readonly next_heartbeat_in: number;
  readonly upgrade: OfferedUpgrade | null;
  /** The upgrade whose download has to stop. */
  readonly abort?: number;
  /** Only for a device that reports its configuration. */
  readonly configuration?: { readonly confirmed: string | null; readonly fetch: boolean };
}

export interface OfferedUpgrade {
  readonly id: number;
  readonly version: string;
  readonly url: string;
  readonly save_prev_config: boolean;
}
