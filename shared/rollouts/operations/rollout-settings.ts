import type { Env } from '../../platform/env/env.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import { END_STATUSES, type EndStatus } from '../../upgrades/domain/upgrade-status.js';
import type { SettingsDefaults } from '../domain/settings-body.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { StageRecord } from '../models/rollout-stage.js';

/** What the environment sets unless a rollout does. */
export function settingsDefaults(
  env: Pick<Env, 'upgradeMaxAttempts' | 'upgradeStepTimeoutS'>,
): SettingsDefaults {
  return { maxAttempts: env.upgradeMaxAttempts, stepTimeoutS: env.upgradeStepTimeoutS };
}

/** The stages of a rollout that has not started. */
export function newStages({ stages }: Pick<RolloutSettings, 'stages'>): StageRecord[] {
  return stages.map(() => ({
    state: 'Waiting',
    startedAt: null,
    doneAt: null,
    soakUntil: null,
    lastKey: null,
    canaries: null,
    drawnAt: null,
    drawsOpen: false,
    boundTo: null,
    bound: 0,
    left: 0,
    ended: Object.fromEntries(END_STATUSES.map((status) => [status, 0])) as Record<EndStatus, number>,
    recent: [],
    offline: 0,
    heldOut: 0,
    onVersion: 0,
    noFirmware: 0,
    releaseGone: 0,
  }));
}

/** A time of the settings. */
export function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

const DEFAULT_DAYS = 30;

/** When a rollout ends that begins then, unless it has an end: ISO 8601 in UTC. */
export function endAfter(begins: Date): string {
  return isoSeconds(new Date(begins.getTime() + DEFAULT_DAYS * 86_400_000));
}
