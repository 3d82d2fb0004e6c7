import type { RolloutRecord } from '../models/rollout.js';
import type { Offer, TickRecord } from '../models/rollout-tick.js';
import { countedStages } from './counted-stages.js';
import { withFailedGroups } from './gates/failed-groups.js';
import { withFailures, withFinished } from './gates/failure-gate.js';
import { drawEvents, heed, judge, judgeDrift } from './gates/judge.js';
import { lookEvents } from './gates/look-log.js';
import { currentStage, moveStage } from './move-stage.js';
import { stageProgress, type UncountedUpgrades } from './progress.js';
import { paceOf } from './pace.js';
import { emptyBucket, refill } from './rate.js';
import { judgeReversal } from './reversal.js';
import { countsAfter, isNoteDue, noted, notedLooks, sickOf } from './rollout-history.js';
import { eventsBetween } from './rollout-log.js';
import type { Facts } from './tick-facts.js';
import type { Watch } from './watch-state.js';
import { moveWatch } from './watch.js';

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
  | 'waits'
  | 'waitScan'
  | 'planned'
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
  | 'looks'
  | 'sick'
  | 'noted'
  | 'watch'
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

function filledBucket({ settings, bucket, stages }: RolloutRecord, now: Date) {
  const perMinute = paceOf({ settings, stages });
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
  const stages = countedStages(rollout.stages, facts);
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
  const heeded = moves && rollout.state === 'Running' ? heed({ ...rollout, ...counts, stages }, facts) : null;
  const moved = moves
    ? moveStage({ ...rollout, ...counts, stages: heeded?.stages ?? stages }, facts)
    : stages;
  const stop = trip ?? judgeReversal({ ...rollout, stages: moved }, facts);
  const begins = rollout.state === 'Scheduled' ? emptyBucket(now) : null;
  const bucket = begins ?? filledBucket({ ...rollout, stages }, now);
  const dispatch = stop ? [] : [...(facts.scan?.dispatch ?? [])];
  const dispatched = countOffered(dispatch);
  const state = stop ? 'Paused' : nextState({ ...rollout, stages: moved }, facts);
  const ends = state === 'Completed' && rollout.state !== 'Completed';
  const stateReason = stop ?? (ends ? endReason(rollout, facts) : rollout.stateReason);
  const planned = facts.plan?.planned ?? rollout.planned;
  const silent = facts.ended.filter((end) => end.silenceCounts).map(({ id }) => id);
  const watch = moveWatch(
    { ...rollout, state, stages: moved, watch: plannedWatch(rollout, facts) },
    now,
    facts.deafness,
  );
  const isOver = state !== rollout.state && (state === 'Completed' || state === 'Cancelled');
  const sick = facts.look === null ? rollout.sick : sickOf(facts.look);
  const isNoted = isNoteDue(rollout.noted, now, isOver);
  const tick: TickRecord = {
    seq: rollout.seq + 1,
    counted: facts.ended.map(({ id }) => id),
    left: facts.left.map(({ id }) => id),
    ...(silent.length > 0 ? { silent } : {}),
    dispatch,
    ...(isNoted ? { counts: countsAfter({ stages: moved, sick }, facts.open, now) } : {}),
    ...(facts.look === null ? {} : { looks: notedLooks(facts.look) }),
    at: now,
    events: [
      ...lookEvents(facts.look),
      ...drawEvents(rollout, facts),
      ...(heeded?.events ?? []),
      ...eventsBetween(rollout, { ...rollout, state, stateReason, planned, stages: moved, watch }),
    ],
  };
  const isWatched = watch?.state !== rollout.watch?.state;
  const changed =
    isWatched ||
    state !== rollout.state ||
    moved.some((stage, at) => stage.state !== rollout.stages[at]?.state);
  return {
    ...counts,
    drift: facts.drift?.drift ?? rollout.drift,
    state,
    stateReason,
    stages: moved,
    tick,
    bucket: bucket && { ...bucket, tokens: bucket.tokens - dispatched },
    scan: facts.scan === null || stop ? rollout.scan : facts.scan.next,
    ...waitsAfter(rollout, facts, changed),
    planned,
    lookedAt: facts.look?.at ?? rollout.lookedAt,
    looks: facts.look?.number ?? rollout.looks,
    sick,
    noted: isNoted ? noted(rollout.noted, now) : rollout.noted,
    watch,
    joinedTo: facts.joined === null && rollout.joinedTo !== null ? rollout.joinedTo : now,
    blockedNetworks: withJudged(rollout.blockedNetworks, facts.networks),
    endedAt: isOver ? now : rollout.endedAt,
    revision: rollout.revision + (changed ? 1 : 0),
    tickAt: nextTickAt({ ...rollout, state, stages: moved, tick }, facts),
  };
}

/** The watch, once the devices that are held out have been drawn. */
function plannedWatch({ watch }: RolloutRecord, { plan }: Facts): Watch | null {
  return plan?.heldOut ? { state: 'pending', heldOut: plan.heldOut, since: null } : watch;
}

/** The blocked networks after some were looked at. */
function withJudged(blocked: readonly number[], judged: Facts['networks']): number[] {
  const found = [...judged].filter(([, isBlocked]) => isBlocked).map(([id]) => id);
  return [...blocked.filter((id) => !judged.has(id)), ...found].sort((a, b) => a - b);
}

/** Why upgrades wait. They are counted anew after a change of the rollout or a stage. */
function waitsAfter(
  { waits, waitScan }: RolloutRecord,
  { waiting }: Facts,
  changed: boolean,
): Pick<RolloutRecord, 'waits' | 'waitScan'> {
  const found = waiting?.waits ?? waits;
  if (changed) return { waits: found && { ...found, at: new Date(0) }, waitScan: null };
  return { waits: found, waitScan: waiting === null ? waitScan : waiting.next };
}

/** The reason of a rollout that is over: its end, or none when all of its upgrades have ended. */
function endReason(
  { settings: { end_at: endAt } }: RolloutRecord,
  { now }: Facts,
): RolloutRecord['stateReason'] {
  return endAt !== null && new Date(endAt) <= now ? { reason: 'end' } : null;
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
