import type { Deafness } from '../../deaf-periods/domain/deafness.js';

export const ENROLMENT_STATES = ['waiting', 'refused'] as const;
export type EnrolmentState = (typeof ENROLMENT_STATES)[number];

/**
 * `approval`: the token asks for it. `board`: no hardware part, or more than one, has the board. `certificate`: it has no
 * token, but a certificate of the organisation's authority.
 */
export const WAIT_REASONS = ['approval', 'board', 'certificate'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** The master record of the MAC, with the device that has claimed it. */
export interface KnownMac {
  readonly organisationId: number | null;
  readonly partNumber: string;
  /** The nonce with which it was enrolled last, and when; null for a device with a key of the manufacturer. */
  readonly enrolment: { readonly nonceHash: string; readonly at: Date } | null;
  readonly lastHeartbeatAt: Date | null;
  readonly activatedOn: Date | null;
}

/** What is known when a device asks. */
export interface EnrolmentFacts {
  readonly nonceHash: string;
  readonly token: {
    readonly id: number;
    readonly organisationId: number;
    readonly expiresAt: Date;
    readonly approval: boolean;
    readonly replace: boolean;
  };
  /** Null for a MAC without a master record. */
  readonly known: KnownMac | null;
  /** The organisation's request of this MAC. */
  readonly request: {
    readonly tokenId: number | null;
    readonly nonceHash: string;
    readonly state: EnrolmentState;
  } | null;
  /** The hardware parts that have the board. */
  readonly partNumbers: readonly string[];
  readonly deafness: Deafness;
  readonly now: Date;
}

export type EnrolmentVerdict =
  /** A device that has been enrolled with this nonce asks again. */
  | { readonly kind: 'issueKey' }
  /** `isNew`: takes a place of the token. */
  | {
      readonly kind: 'enrol';
      readonly partNumber: string;
      readonly replaces: boolean;
      readonly isNew: boolean;
    }
  | {
      readonly kind: 'wait';
      readonly reason: Exclude<WaitReason, 'certificate'>;
      readonly replaces: boolean;
      readonly isNew: boolean;
    }
  | { readonly kind: 'refuse'; readonly why: string };

/** Judges a device that asks for its key (docs/enrolment.md#enrol). */
export function judgeEnrolment(facts: EnrolmentFacts): EnrolmentVerdict {
  const { nonceHash, token, known, request, partNumbers, now } = facts;
  const isOwn = known !== null && known.organisationId === token.organisationId;
  if (isOwn && known.enrolment?.nonceHash === nonceHash)
    return hasUsedKey(known) ? refuse('The device has used its key') : { kind: 'issueKey' };
  const isKnownRequest = request?.nonceHash === nonceHash;
  if (isKnownRequest && request.state === 'refused') return refuse('The request was refused');
  if (isKnownRequest && request.tokenId !== token.id) return refuse('The device waits with another token');
  if (request?.state === 'waiting' && !isKnownRequest) return refuse('Another request waits for this MAC');
  if (!isKnownRequest && token.expiresAt <= now) return refuse('The token has expired');
  if (known !== null && !(isOwn && token.replace && isSilentForADay(known, facts)))
    return refuse('The MAC is known');
  const isNew = !isKnownRequest;
  const replaces = known !== null;
  if (token.approval) return { kind: 'wait', reason: 'approval', replaces, isNew };
  const [partNumber, other] = known === null ? partNumbers : [known.partNumber];
  if (partNumber === undefined || other !== undefined)
    return { kind: 'wait', reason: 'board', replaces, isNew };
  return { kind: 'enrol', partNumber, replaces, isNew };
}

/** A device has used its key when it was heard after it got the first one. */
function hasUsedKey({ enrolment, lastHeartbeatAt }: KnownMac): boolean {
  return enrolment !== null && lastHeartbeatAt !== null && lastHeartbeatAt >= enrolment.at;
}

const DAY_MS = 86_400_000;

/**
 * Whether the device was not heard for a day in which the service heard devices. One that was never heard is silent since
 * it was added.
 */
export function isSilentForADay(
  { lastHeartbeatAt, activatedOn }: Pick<KnownMac, 'lastHeartbeatAt' | 'activatedOn'>,
  { deafness, now }: Pick<EnrolmentFacts, 'deafness' | 'now'>,
): boolean {
  const since = lastHeartbeatAt ?? activatedOn ?? new Date(0);
  return deafness.silenceAfter(since, new Date(since.getTime() + DAY_MS)) <= deafness.judgedTo(now);
}

function refuse(why: string): EnrolmentVerdict {
  return { kind: 'refuse', why };
}
