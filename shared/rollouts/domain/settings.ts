import type { Window } from '../../inventory/domain/network-hours.js';

/** Dates on which nothing is dispatched, both inclusive, `YYYY-MM-DD`. */
export interface Blackout {
  readonly from: string;
  readonly to: string;
}

/** How a stage chooses its devices; exactly one of these. */
export type StageCoverage =
  | { readonly canary_per_part: number }
  | { readonly count: number }
  | { readonly percent: number }
  | { readonly targets: readonly string[] };

export type StageSettings = StageCoverage & { readonly soak_minutes: number; readonly approval: boolean };

/** What callers set, under the names of the API (docs/rollouts.md#settings), so that a JSON Merge Patch applies to it. */
export interface RolloutSettings {
  readonly name: string;
  /** A version, `latest` or `previous`. */
  readonly version: string;
  readonly targets: readonly string[];
  readonly exclude: readonly string[];
  readonly stages: readonly StageSettings[];
  readonly seed: string;
  readonly rate: {
    readonly per_minute: number | null;
    readonly factor: number;
    readonly per_successes: number | null;
    readonly max_per_minute: number;
  };
  readonly max_in_flight: number;
  readonly network: { readonly max_percent: number; readonly switches_last: boolean };
  readonly gates: {
    readonly failure_percent: number;
    readonly min_finished: number;
    readonly delivery_percent: number;
    readonly second_opinion: boolean;
    readonly health: boolean;
    readonly excess_percent: number;
    readonly min_sick: number;
    readonly hold_out_percent: number;
    readonly watch_minutes: number;
    readonly action: 'pause' | 'rollback';
  };
  readonly retry: { readonly max_attempts: number; readonly step_timeout_minutes: number };
  readonly time_zone: string;
  readonly windows: readonly Window[];
  readonly blackout: readonly Blackout[];
  readonly lead_minutes: number;
  /** ISO 8601 in UTC. */
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly save_prev_config: boolean;
}
