import { isoSeconds } from '../../platform/values/iso-time.js';
import { END_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import type { Offer, RolloutRecord, StageRecord, TickRecord } from '../models/rollout.js';
import { withEnds } from './end-rate.js';
import { withFailedGroups } from './gates/failed-groups.js';
import { judgeFailures, withFailures, withFinished } from './gates/failure-gate.js';
import { healthReason, isEnding, withSick } from './gates/health-gate.js';
import { lookEvents } from './gates/look-log.js';
import { currentStage, moveStage } from './move-stage.js';
import { stageProgress, type UncountedUpgrades } from './progress.js';
import { eventsBetween } from './rollout-log.js';
import { emptyBucket, ratePerMinute, refill } from './rate.js';
import type { AddedToStage, Facts } from './tick-facts.js';

const TICK_MS = 1000;

/** The fields of a rollout that a tick writes. */
export type Tick = Pick<
  RolloutRecord,
  | 'state'
  | 'stateReason'
  | 'stages'
  | 'tick'
  | 'bucket'
  | 'scan'
  | 'joinedTo'
  | 'blockedNetworks'
  | 'tickAt'
  | 'endedAt'
  | 'revision'
  | 'finished'
  | 'judged'
  | 'failed'
  | 'failures'
  | 'lookedAt'
  | 'drift'
>;

/** How many upgrades get a slot. */
export function countOffered(offers: readonly Offer[]): number {
  return offers.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** How many upgrades a tick may dispatch: free slots, and tokens where the rollout has a rate. */
export function allowance(rollout: RolloutRecord, open: readonly UncountedUpgrades[], now: Date): number {
  const held = open.filter(({ slot }) => slot).reduce((sum, { count }) => sum + count, 0);
  const free = Math.max(0, rollout.settings.max_in_flight - held);
  const tokens = filledBucket(rollout, now)?.tokens ?? Infinity;
  return Math.min(free, Math.floor(tokens));
}

function filledBucket({ settings: { rate }, bucket, stages }: RolloutRecord, now: Date) {
  const successes = stages.reduce((sum, { ended }) => sum + ended.Success, 0);
  const perMinute = ratePerMinute(
    {
      perMinute: rate.per_minute,
      factor: rate.factor,
      perSuccesses: rate.per_successes,
      maxPerMinute: rate.max_per_minute,
    },
    successes,
  );
  if (perMinute === null) return null;
  // A rate that is set while the rollout runs begins with an empty bucket, as the rate of a start does.
  return bucket === null ? emptyBucket(now) : refill(bucket, perMinute, now);
}

/**
 * Decides the next write of a rollout: counts what has ended, moves stages and the rollout on, and names the upgrades
 * that get a slot. Pure; the write is conditional on the record that was read, and carried out after it.
 */
export function reconcile(rollout: RolloutRecord, facts: Facts): Tick {
  const { now } = facts;
  const stages = counted(rollout.stages, facts);
  const { judgedFrom } = rollout;
  const judged = judgedFrom === null ? facts.ended : facts.ended.filter((end) => end.at > judgedFrom);
  const counts = {
    finished: withFinished(rollout.finished, facts.ended),
    judged: withFinished(rollout.judged, judged),
    failed: withFailedGroups(rollout.failed, facts.ended),
    failures: withFailures(rollout.failures, judged),
  };
  const trip = judgeDrift(facts) ?? judge({ ...rollout, ...counts, stages }, facts);
  const moves = rollout.state === 'Running' ? !trip : facts.slice !== null;
  const moved = moves ? moveStage({ ...rollout, ...counts, stages }, facts) : stages;
  const begins = rollout.state === 'Scheduled' ? emptyBucket(now) : null;
  const bucket = begins ?? filledBucket({ ...rollout, stages }, now);
  const dispatch = trip ? [] : [...(facts.scan?.dispatch ?? [])];
  const dispatched = countOffered(dispatch);
  const state = trip ? 'Paused' : nextState({ ...rollout, stages: moved }, facts);
  const stateReason = trip ?? rollout.stateReason;
  const tick: TickRecord = {
    seq: rollout.seq + 1,
    counted: facts.ended.map(({ id }) => id),
    left: facts.left.map(({ id }) => id),
    dispatch,
    at: now,
    events: [
      ...lookEvents(facts.look),
      ...eventsBetween(rollout, { ...rollout, state, stateReason, stages: moved }),
    ],
  };
  const isOver = state !== rollout.state && (state === 'Completed' || state === 'Cancelled');
  const changed = state !== rollout.state || moved.some((stage, at) => stage.state !== stages[at]?.state);
  return {
    ...counts,
    drift: facts.drift?.drift ?? rollout.drift,
    state,
    stateReason,
    stages: moved,
    tick,
    bucket: bucket && { ...bucket, tokens: bucket.tokens - dispatched },
    scan: facts.scan === null || trip ? rollout.scan : facts.scan.next,
    lookedAt: facts.look?.at ?? rollout.lookedAt,
    joinedTo: facts.joined === null && rollout.joinedTo !== null ? rollout.joinedTo : now,
    blockedNetworks: withJudged(rollout.blockedNetworks, facts.networks),
    endedAt: isOver ? now : rollout.endedAt,
    revision: rollout.revision + (changed ? 1 : 0),
    tickAt: nextTickAt({ ...rollout, state, stages: moved, tick }, facts),
  };
}

/** The reason for a pause when the devices are not those of the preview that the starter saw. */
function judgeDrift({ drift: found, now }: Facts): RolloutRecord['stateReason'] {
  if (!found?.differs) return null;
  const { joined, left } = found.drift;
  const counts = { joined, left };
  const at = isoSeconds(now);
  return { gate: 'drift', stage: 1, part: null, counts, p: null, limit: null, examples: found.examples, at };
}

/** The reason for which a gate pauses the running rollout; null when all pass. */
function judge(rollout: RolloutRecord, { now, look, deafness }: Facts): RolloutRecord['stateReason'] {
  if (rollout.state !== 'Running') return null;
  const index = currentStage(rollout);
  const stage = rollout.stages[index];
  const settings = rollout.settings.stages[index];
  const ends = stage !== undefined && settings !== undefined && isEnding(stage, settings, now, deafness);
  const current = Math.min(index + 1, rollout.stages.length);
  const judged = ends && look !== null ? { ...rollout, ...withSick(rollout, look) } : rollout;
  const failing = judgeFailures(judged, current, ends ? index + 1 : null, now);
  return failing ?? (look !== null && rollout.settings.gates.health ? healthReason(look) : null);
}

/** The stages with the upgrades that this tick counts. */
function counted(stages: readonly StageRecord[], { now, ended, left, joined, scan }: Facts): StageRecord[] {
  return stages.map((stage, index) => {
    const n = index + 1;
    const own = ended.filter((one) => one.stage === n);
    const sums = { ...stage.ended };
    for (const status of END_STATUSES) sums[status] += own.filter((one) => one.status === status).length;
    const gain = joined?.find((each) => each.index === index);
    return {
      ...withJoiners(stage, gain),
      ended: sums,
      recent: withEnds(
        stage.recent,
        own.map(({ at }) => at),
        now,
      ),
      offline: scan?.pass?.offline[index] ?? stage.offline,
      left: stage.left + left.filter((one) => one.stage === n).length,
    };
  });
}

/** A stage after devices have joined it. */
function withJoiners(stage: StageRecord, joined: AddedToStage | undefined): StageRecord {
  if (joined === undefined) return stage;
  const { bound, ineligible } = joined;
  return {
    ...stage,
    bound,
    onVersion: stage.onVersion + ineligible.onVersion,
    noFirmware: stage.noFirmware + ineligible.noFirmware,
    releaseGone: stage.releaseGone + ineligible.releaseGone,
  };
}

/** The blocked networks after some were looked at. */
function withJudged(blocked: readonly number[], judged: Facts['networks']): number[] {
  const found = [...judged].filter(([, isBlocked]) => isBlocked).map(([id]) => id);
  return [...blocked.filter((id) => !judged.has(id)), ...found].sort((a, b) => a - b);
}

/** Whether no upgrade of the rollout is open. */
function isSettled(rollout: RolloutRecord, { open, isMore }: Facts): boolean {
  if (isMore || open.length > 0) return false;
  return stageProgress(rollout, open, new Map()).every(({ waiting }) => waiting === 0);
}

function nextState(rollout: RolloutRecord, facts: Facts): RolloutRecord['state'] {
  switch (rollout.state) {
    case 'Scheduled':
      return 'Running';
    case 'Running':
    case 'Paused': {
      const endAt = rollout.settings.end_at;
      if (endAt !== null && new Date(endAt) <= facts.now) return 'Completed';
      const isThrough = currentStage(rollout) === rollout.stages.length;
      return isThrough && isSettled(rollout, facts) ? 'Completed' : rollout.state;
    }
    default:
      return rollout.state;
  }
}

/** At once while there is more to do; null when nothing can change without a caller. */
function nextTickAt(rollout: RolloutRecord, facts: Facts): Date | null {
  const { now, isMore, slice, plan } = facts;
  const isOver = rollout.state === 'Completed' || rollout.state === 'Cancelled';
  // The last tick is repeated by another one, so that its events are written even if its worker dies.
  const isWritten = (rollout.tick?.events ?? []).length === 0 && rollout.tick?.counted.length === 0;
  if (isOver && isWritten && isSettled(rollout, facts)) return null;
  const isBusy = isMore || plan !== null || slice !== null || (facts.scan?.dispatch.length ?? 0) > 0;
  return isBusy && rollout.state === 'Running' ? now : new Date(now.getTime() + TICK_MS);
}
