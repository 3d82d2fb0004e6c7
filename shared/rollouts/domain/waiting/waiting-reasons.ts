/** Why a device waits, in the order in which the first reason counts (docs/rollouts.md#waiting-1). */
export const WAITING_REASONS = [
  'approval',
  'start',
  'watch',
  'canary',
  'blocked',
  'offline',
  'window',
  'switch',
  'network_limit',
  'slots',
  'rate',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** The reasons of upgrades that are written; the others are those of devices of later stages. */
export type ScannedReason = Exclude<WaitingReason, 'approval' | 'start'>;
