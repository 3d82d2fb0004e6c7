import { retryTime } from '../../platform/values/retry-times.js';
import type { SendOutcome } from '../../platform/mail/smtp-mailer.js';

/** A mail waits this long for the next alert… */
const GATHER_MS = 30_000;
/** …but not longer than this in all. */
const LONGEST_GATHER_MS = 80_000;
/** More alerts than this in {@link DIGEST_MS} become one digest. */
const DIGEST_ABOVE = 10;
const DIGEST_MS = 5 * 60_000;
/** The pause before each try to send a mail: later, an alert is no longer news. */
const DELAYS_S = [0, 60, 300, 900, 3600, 7200, 14_400] as const;

/** When a mail that has just got another alert is sent. @param first when it got its first */
export function gatherUntil(first: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + GATHER_MS, first.getTime() + LONGEST_GATHER_MS));
}

/** A mail to the same person. */
export interface EarlierMail {
  readonly createdAt: Date;
  readonly count: number;
  /** When it is tried again; absent when it has ended. */
  readonly dueAt?: Date;
}

/**
 * Until when a mail that is due goes on gathering alerts; null when it is sent now. It waits for an earlier one that is tried
 * again, and once there are more than ten alerts in five minutes, until these are over.
 */
export function heldUntil(
  { count }: { readonly count: number },
  earlier: readonly EarlierMail[],
  now: Date,
): Date | null {
  const retried = earlier.flatMap(({ dueAt }) => (dueAt === undefined ? [] : [dueAt.getTime()]));
  const recent = earlier.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - DIGEST_MS);
  const alerts = recent.reduce((sum, mail) => sum + mail.count, count);
  const isDigest = recent.length > 0 && alerts > DIGEST_ABOVE;
  const windowEnd = Math.min(...recent.map(({ createdAt }) => createdAt.getTime() + DIGEST_MS));
  const until = Math.max(0, ...retried, isDigest ? windowEnd : 0);
  return until > now.getTime() ? new Date(until) : null;
}

/** What follows from a try. */
export interface MailVerdict {
  readonly state: 'Sent' | 'Failed' | 'Waiting';
  /** When the next try is due; null when there is none. */
  readonly dueAt: Date | null;
}

/**
 * Judges a try (docs/alerts.md#mails-5). A reply of 5xx to the receiver or the message is final; whatever else fails is
 * tried again.
 * @param tries the number of tries, with this one
 */
export function judgeMail(outcome: SendOutcome, tries: number, now: Date, random: () => number): MailVerdict {
  if (outcome.isAccepted) return { state: 'Sent', dueAt: null };
  const isFinal = outcome.reply !== null && outcome.reply >= 500;
  const dueAt = isFinal ? null : retryTime(DELAYS_S, tries, now, random);
  return { state: dueAt === null ? 'Failed' : 'Waiting', dueAt };
}
