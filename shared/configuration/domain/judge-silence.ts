import type { CanaryPart, Hold } from '../records/domain/network-configuration.js';
import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import type { NetworkCanary } from './network-canary.js';

/** So many devices have the place of a canary, one after the other, before the change is held. */
const MAX_TRIES = 3;
const AGAIN_MS = 1000;

/** What the worker does about a canary that goes no further. */
export type SilenceStep =
  | { readonly kind: 'free'; readonly entry: CanaryPart; readonly isSilent: boolean }
  | { readonly kind: 'hold'; readonly entry: CanaryPart; readonly hold: Hold };

export interface SilenceFacts {
  readonly at: Date;
  readonly heartbeatIntervalS: number;
  readonly downAfterS: number;
  /** When the service did not hear the devices of the organisation. */
  readonly deafness: Deafness;
  /** Whether a device is in the network. */
  readonly isInNetwork: (deviceId: number) => boolean;
}

export interface JudgedSilence {
  /** At most one: each is one conditional write. */
  readonly step: SilenceStep | null;
  /** When the canaries are looked at next; null: none is under way. */
  readonly nextAt: Date | null;
}

/** Judges the canaries of a network that have not ended (docs/configuration.md#canary-silent). */
export function judgeSilence(network: NetworkCanary, facts: SilenceFacts): JudgedSilence {
  const { at, heartbeatIntervalS, isInNetwork, deafness } = facts;
  const open = network.held || network.baseSeq === null ? [] : network.parts.filter(isOpen);
  if (open.length === 0) return { step: null, nextAt: null };
  // A canary that leaves the network is noticed within an interval.
  let next = at.getTime() + heartbeatIntervalS * 1000;
  for (const entry of open) {
    const deadline = deadlineOf(network, entry, facts);
    const isPresent = isInNetwork(entry.deviceId);
    if (isPresent && deafness.judgedTo(at).getTime() < deadline) {
      // What is known of deaf periods may lag behind by more than the deadline is ahead.
      next = Math.min(next, Math.max(deadline, at.getTime() + AGAIN_MS));
      continue;
    }
    return { step: stepOf(entry, isPresent, at), nextAt: at };
  }
  return { step: null, nextAt: new Date(next) };
}

type OpenPart = CanaryPart & { readonly deviceId: number };

function isOpen(entry: CanaryPart): entry is OpenPart {
  return entry.deviceId !== null && entry.passedAt === null;
}

/** When the worker first judges a canary after its claim: it fetches within two intervals. */
export function fetchDeadline(claimedAt: Date, heartbeatIntervalS: number): Date {
  return new Date(claimedAt.getTime() + 2 * heartbeatIntervalS * 1000);
}

function deadlineOf(
  { settings: { confirmWithinS, soakS } }: NetworkCanary,
  { claimedAt, fetchedAt, appliedAt, liftedAt, waitingUntil }: OpenPart,
  { heartbeatIntervalS, downAfterS, deafness }: SilenceFacts,
): number {
  const begun = liftedAt ?? fetchedAt ?? appliedAt;
  const since = begun && waitingUntil && waitingUntil > begun ? waitingUntil : begun;
  const end =
    since === null
      ? fetchDeadline(claimedAt, heartbeatIntervalS)
      : new Date(since.getTime() + (2 * confirmWithinS + soakS + downAfterS) * 1000);
  return deafness.silenceAfter(since ?? claimedAt, end).getTime();
}

function stepOf(entry: OpenPart, isPresent: boolean, at: Date): SilenceStep {
  const { part, deviceId, tries, fetchedAt, appliedAt } = entry;
  const hold = { part, deviceId, code: null, at };
  const isLost = isPresent && (fetchedAt !== null || appliedAt !== null);
  if (isLost) return { kind: 'hold', entry, hold: { ...hold, reason: 'canary_lost' } };
  if (tries >= MAX_TRIES) return { kind: 'hold', entry, hold: { ...hold, reason: 'canary_silent' } };
  return { kind: 'free', entry, isSilent: isPresent };
}
