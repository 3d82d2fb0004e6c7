import { retryTime } from '../../platform/values/retry-times.js';

/** Each try follows the one before after this time, lengthened by up to a fifth. */
const DELAYS_S = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** An endpoint on which every try has failed for this long is disabled. */
const MAX_FAILING_MS = 72 * 3_600_000;
const GONE = 410;
/** The statuses by which a server asks to be left alone, all of it. */
const BUSY: readonly number[] = [429, 503];

export const MAX_TRIES = DELAYS_S.length;

/** How a try ended. */
export interface TryOutcome {
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** Why there was no answer, in a word that reveals nothing of the network. */
  readonly error: string | null;
  /** When the endpoint asked to be called again. */
  readonly retryAt: Date | null;
}

/** What follows from a try. */
export interface TryVerdict {
  readonly isDelivered: boolean;
  /** When the next try is due; null when there is none. */
  readonly nextAt: Date | null;
  /** Why the endpoint is disabled; null when it is not. */
  readonly disables: 'gone' | 'failing' | null;
  /** Before this the endpoint gets no try of any event; null: at once. */
  readonly notBefore: Date | null;
}

/**
 * Judges a try (docs/webhooks.md#tries-1). Pure.
 * @param tries the number of tries, with this one
 * @param failingSince the first failure since the last success of the endpoint; null if this is the first one
 * @param random a number from 0 up to, not including, 1
 */
export function judgeTry(
  { status, retryAt }: Pick<TryOutcome, 'status' | 'retryAt'>,
  tries: number,
  failingSince: Date | null,
  now: Date,
  random: () => number,
): TryVerdict {
  if (status !== null && status >= 200 && status < 300)
    return { isDelivered: true, nextAt: null, disables: null, notBefore: null };
  const failingMs = now.getTime() - (failingSince ?? now).getTime();
  const failing = failingMs >= MAX_FAILING_MS ? 'failing' : null;
  const scheduled = retryTime(DELAYS_S, tries, now, random);
  const isLater = scheduled !== null && retryAt !== null && retryAt > scheduled;
  return {
    isDelivered: false,
    nextAt: isLater ? retryAt : scheduled,
    disables: status === GONE ? 'gone' : failing,
    notBefore: status !== null && BUSY.includes(status) ? retryAt : null,
  };
}

/** A delivery is kept for 30 days; no endpoint is waited for any longer. */
const LONGEST_S = 30 * 86_400;

/** Reads Retry-After: seconds or a date; null for anything else. */
export function retryAtOf(header: string | undefined, now: Date): Date | null {
  if (header === undefined) return null;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds) || seconds <= 0) return null;
  return new Date(now.getTime() + Math.min(seconds, LONGEST_S) * 1000);
}
