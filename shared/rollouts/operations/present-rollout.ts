import { isoSeconds } from '../../platform/values/iso-time.js';
import { currentStage } from '../domain/move-stage.js';
import { waitingFor, windowOpensAt } from '../domain/waiting/waiting-for.js';
import { watchUntil } from '../domain/watch.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { StageRecord } from '../models/rollout-stage.js';
import type { PacedProgress, RolloutProgress, RolloutView } from './read-progress.js';

const shownTime = (at: Date | null): string | null => at && isoSeconds(at);

/** A rollout as answers and webhooks show it, and as PATCH takes it (docs/rollouts.md#operations). */
export function presentRollout({ rollout, progress }: RolloutView) {
  const { settings } = rollout;
  return {
    id: rollout._id,
    state: rollout.state,
    state_reason: rollout.stateReason,
    revision: rollout.revision,
    name: settings.name,
    version: settings.version,
    targets: settings.targets,
    exclude: settings.exclude,
    stages: settings.stages.map(({ soak_minutes, approval, ...coverage }, index) => ({
      n: index + 1,
      ...coverage,
      soak_minutes,
      approval,
      ...presentStage(rollout.stages[index], progress, index),
    })),
    watch: presentWatch(rollout),
    seed: settings.seed,
    rate: settings.rate,
    max_in_flight: settings.max_in_flight,
    network: settings.network,
    gates: settings.gates,
    retry: settings.retry,
    time_zone: settings.time_zone,
    windows: settings.windows,
    blackout: settings.blackout,
    lead_minutes: settings.lead_minutes,
    start_at: settings.start_at,
    end_at: settings.end_at,
    save_prev_config: settings.save_prev_config,
    current_stage: shownStage(rollout),
    progress: progress && { ...presentCounts(progress.total, progress), sick: presentSick(rollout) },
    waiting_for: waitingFor(rollout),
    window_opens_at: windowOpensAt(rollout),
    drift: rollout.drift,
    derived_from: rollout.derivedFrom,
    created_by: rollout.createdBy,
    created_at: isoSeconds(rollout.createdAt),
    started_at: shownTime(rollout.startedAt),
    ended_at: shownTime(rollout.endedAt),
  };
}

/** As of the last look at the health of its devices. */
function presentSick({ sick }: RolloutRecord) {
  return { success: sick?.success ?? 0, in_flight: sick?.inFlight ?? 0 };
}

/** Null when no device is held out. */
function presentWatch(rollout: RolloutRecord) {
  const { watch } = rollout;
  return watch && { state: watch.state, until: shownTime(watchUntil(rollout)), held_out: watch.heldOut };
}

/** The number of the first stage that is not Done; null before the start and after the last. */
function shownStage({ startedAt, stages }: RolloutRecord): number | null {
  const index = currentStage({ stages });
  return startedAt === null || index === stages.length ? null : index + 1;
}

function presentStage(stage: StageRecord | undefined, progress: RolloutProgress | null, index: number) {
  const counts = progress?.stages[index] ?? null;
  return {
    state: stage?.state ?? 'Waiting',
    progress: counts && {
      ...presentCounts(counts, progress),
      on_version: stage?.onVersion ?? 0,
      no_firmware: stage?.noFirmware ?? 0,
      release_gone: stage?.releaseGone ?? 0,
    },
    started_at: shownTime(stage?.startedAt ?? null),
    done_at: shownTime(stage?.doneAt ?? null),
  };
}

function presentCounts(counts: PacedProgress, progress: RolloutProgress | null) {
  return {
    devices: counts.devices,
    waiting: counts.waiting,
    in_flight: counts.in_flight,
    success: counts.success,
    failed: counts.failed,
    skipped: counts.skipped,
    cancelled: counts.cancelled,
    expired: counts.expired,
    left: counts.left,
    offline: counts.offline,
    blocked_networks: progress?.blockedNetworks ?? [],
    rate_per_minute: Math.round(100 * counts.endsPerMinute) / 100,
    eta: shownTime(counts.eta),
  };
}
