import type { Env } from '../../platform/env/env.js';
import {
  retryDelaySeconds,
  type DispatchedStatus,
  type EventOf,
  type TargetOf,
  type Transition,
  type UpgradeCause,
} from './upgrade-status.js';

/** The fields of an upgrade in a rollout. Plain upgrades have none of them. */
export interface RolloutMembership {
  /** A separate flag, because the filter of a partial index accepts only equalities. */
  inRollout: true;
  rolloutId: number;
  /** From 1. */
  rolloutStage: number;
  /** The position of the device in the order of the rollout. */
  rolloutOrder: string;
  partNumber: string;
  /** Whether it holds one of the slots of the rollout. The slot of an ended upgrade is free, whatever this says. */
  hasSlot: boolean;
  /** The tick that last gave it a slot. */
  dispatchSeq: number;
  /** No try is offered after this, which is when dispatch ended in the network; absent before the first dispatch. */
  closesAt?: Date;
  /** Whether it waits until the watch of its rollout is over. */
  heldOut?: true;
  /** How many times it was offered and lost its slot before it began. */
  ignored: number;
  /** The version that the device ran when it was first offered. */
  previousVersion: string | null;
  /** How many times the uptime of its device had fallen when it entered Verifying. */
  restarts?: number;
  /** These replace the settings of the environment. */
  maxAttempts: number;
  stepTimeoutS: number;
  /** Set when its device could not be rolled back: no release has a file for the version that it ran. */
  isIrreversible?: true;
}

/** Whether an upgrade is one of a rollout. */
export function isInRollout<Upgrade extends Readonly<Partial<RolloutMembership>>>(
  upgrade: Upgrade,
): upgrade is Upgrade & RolloutMembership {
  return upgrade.inRollout === true;
}

/** The dispatched upgrade of a device, as decisions read it. */
export interface DispatchedUpgrade extends Readonly<Partial<RolloutMembership>> {
  readonly id: number;
  readonly version: string;
  readonly status: DispatchedStatus;
  /** Tries begun so far: 0 until the device has begun the first download. */
  readonly attempts: number;
  /** Per cent of the step under way, the most that was reported; null while no report of a download has carried it. */
  readonly progress: number | null;
  /** When the device was first offered the try that is open or under way; null if never. */
  readonly offeredAt: Date | null;
  /** The upgrade is not offered before this; null: at once. */
  readonly nextAttemptAt: Date | null;
  readonly statusSince: Date;
  /** When the sweep decides on it. */
  readonly deadlineAt: Date;
  /** Whether a caller has cancelled the request that it belongs to. */
  readonly isRecalled?: boolean;
}

/** The deadline of an upgrade on which only its rollout decides. */
export const NO_DEADLINE = new Date('9999-12-31T23:59:59Z');

/** The durations of decisions that the environment sets, in seconds, and the number of tries. */
export interface UpgradeRules {
  readonly stepTimeoutS: number;
  readonly maxAttempts: number;
  readonly soakS: number;
  readonly downAfterS: number;
  readonly windowS: number;
  /** How long an upgrade of a rollout waits for its device to ask. */
  readonly offerS: number;
}

/** The rules by which changes are decided, from the environment. */
export function upgradeRules(env: Env): UpgradeRules {
  return {
    stepTimeoutS: env.upgradeStepTimeoutS,
    maxAttempts: env.upgradeMaxAttempts,
    soakS: env.upgradeSoakS,
    downAfterS: env.downAfterS,
    windowS: env.upgradeWindowS,
    offerS: Math.max(2 * env.heartbeatIntervalS, env.downAfterS),
  };
}

/** Fields that a change writes; an absent one stays as it is. */
export interface ChangedFields extends Partial<
  Pick<
    RolloutMembership,
    'hasSlot' | 'ignored' | 'previousVersion' | 'dispatchSeq' | 'restarts' | 'closesAt' | 'rolloutStage'
  >
> {
  progress?: number | null;
  message?: string | null;
  attempts?: number;
  nextAttemptAt?: Date | null;
  deadlineAt?: Date | null;
  statusSince?: Date;
  offeredAt?: Date | null;
  cause?: UpgradeCause | null;
  installingAt?: Date;
  reachedVerifying?: boolean;
  verifyingAt?: Date;
  missedAt?: Date;
}

/** One write, conditional on `from`. `to` equals `from` (and `event` is null) when only fields change. */
export interface Change {
  readonly from: DispatchedStatus;
  readonly to: Transition['to'];
  readonly event: EventOf<DispatchedStatus, Transition['to']> | null;
  readonly set: ChangedFields;
}

/** The instant `seconds` after `date`, to the millisecond. */
export function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + Math.round(seconds * 1000));
}

/** An installation ends after this many step timeouts, whatever its progress. */
export const MAX_INSTALL_STEPS = 2;

/** When a step ends that has made progress at `at`: one step timeout later, an installation after two in all. */
export function stepDeadline(
  { status, statusSince }: Pick<DispatchedUpgrade, 'status' | 'statusSince'>,
  at: Date,
  { stepTimeoutS }: Pick<UpgradeRules, 'stepTimeoutS'>,
): Date {
  const end = secondsAfter(at, stepTimeoutS);
  const last = secondsAfter(statusSince, MAX_INSTALL_STEPS * stepTimeoutS);
  return status === 'Installing' && last < end ? last : end;
}

/** A change of status at `at`. */
export function moveTo<From extends DispatchedStatus, To extends TargetOf<From>>(
  from: From,
  to: To,
  event: EventOf<From, To>,
  at: Date,
  set: ChangedFields,
): Change {
  return { from, to, event, set: { statusSince: at, ...set } };
}

/** A change of fields only. */
export function refresh(status: DispatchedStatus, set: ChangedFields): Change {
  return { from: status, to: status, event: null, set };
}

/**
 * The changes after a failed download: another try after a growing delay, or Failed when none is left.
 *
 * For an upgrade still Queued (the device failed before it reported that it had begun) the try counts as begun; its end
 * is two changes, because the table leads from Queued to Failed only through Downloading.
 * @param begun tries begun, with the one that failed
 */
export function afterFailedDownload(
  upgrade: DispatchedUpgrade & { readonly status: 'Queued' | 'Downloading' },
  begun: number,
  reason: string,
  at: Date,
  rules: UpgradeRules,
  random: () => number,
): Change[] {
  const message = `Download failed (try ${begun} of ${rules.maxAttempts}): ${reason}`;
  const missed = isInRollout(upgrade) ? { missedAt: at } : {};
  if (begun >= rules.maxAttempts) {
    const last = { message, attempts: begun, ...missed };
    const end = moveTo('Downloading', 'Failed', 'downloadExhausted', at, last);
    if (upgrade.status === 'Downloading') return [end];
    const began = moveTo('Queued', 'Downloading', 'reportedDownloading', at, { attempts: begun });
    return [began, end];
  }
  const nextAttemptAt = secondsAfter(at, retryDelaySeconds(begun, random));
  const offerEndsAt = secondsAfter(nextAttemptAt, rules.windowS);
  const { closesAt = offerEndsAt } = upgrade;
  const deadlineAt = closesAt < offerEndsAt ? closesAt : offerEndsAt;
  const set: ChangedFields = {
    message,
    attempts: begun,
    progress: null,
    nextAttemptAt,
    deadlineAt,
    ...missed,
  };
  return upgrade.status === 'Downloading'
    ? [moveTo('Downloading', 'Queued', 'downloadFailed', at, set)]
    : [refresh('Queued', set)];
}

/** The rules of one upgrade: a rollout sets the number of tries and the step timeout, and offers for a shorter time. */
export function rulesOf(upgrade: DispatchedUpgrade, rules: UpgradeRules): UpgradeRules {
  if (!isInRollout(upgrade)) return rules;
  const { maxAttempts, stepTimeoutS } = upgrade;
  return { ...rules, maxAttempts, stepTimeoutS, windowS: rules.offerS };
}
