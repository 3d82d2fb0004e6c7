/** What the receivers of an alert were sent last. */
export type NoticeKind = 'opened' | 'closed';

/** Per alert and receiver there is at most one notice of each kind in this time. */
const PAUSE_MS = 3_600_000;

/** The notices of an alert so far. */
export interface NoticeState {
  /** What was sent last; null: nothing. */
  readonly sent: NoticeKind | null;
  readonly openedSentAt: Date | null;
  readonly closedSentAt: Date | null;
}

export const NOTHING_SENT: NoticeState = { sent: null, openedSentAt: null, closedSentAt: null };

/**
 * When an alert that has just changed is next to be announced; null: receivers know its state. A notice within an hour of
 * the same one waits for the end of that hour, and is sent then if the state still differs from the one sent last.
 */
export function noticeAt(state: NoticeState, isOpen: boolean, now: Date): Date | null {
  const wanted: NoticeKind = isOpen ? 'opened' : 'closed';
  // An alert that closes before it was announced is not announced.
  if (state.sent === wanted || (state.sent === null && !isOpen)) return null;
  const last = isOpen ? state.openedSentAt : state.closedSentAt;
  return last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + PAUSE_MS));
}

/** The notices after one more. */
export function noticed(state: NoticeState, kind: NoticeKind, at: Date): NoticeState {
  return kind === 'opened'
    ? { ...state, sent: kind, openedSentAt: at }
    : { ...state, sent: kind, closedSentAt: at };
}
