/** The documented defaults of a rollout's settings, without those that a request must have, its stages and its seed. */
export const DEFAULT_SETTINGS = {
  version: 'latest',
  exclude: [],
  rate: { per_minute: null, factor: 1, per_successes: null, max_per_minute: 100_000 },
  max_in_flight: 500,
  network: { max_percent: 25, switches_last: true },
  gates: {
    failure_percent: 5,
    min_finished: 10,
    health: true,
    excess_percent: 2,
    min_sick: 3,
    action: 'pause',
  },
  retry: { max_attempts: 4, step_timeout_minutes: 30 },
  time_zone: 'UTC',
  windows: [],
  blackout: [],
  lead_minutes: 15,
  start_at: null,
  end_at: null,
  save_prev_config: false,
} as const;
