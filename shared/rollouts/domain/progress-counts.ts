/** Numbers of upgrades, under the names of the API (docs/rollouts.md#progress). `devices` is the sum of the next seven. */
export interface ProgressCounts {
  devices: number;
  waiting: number;
  in_flight: number;
  success: number;
  failed: number;
  skipped: number;
  cancelled: number;
  expired: number;
  left: number;
}
