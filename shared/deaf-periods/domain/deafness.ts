/** A time in which the service did not hear devices, in milliseconds. `to` is Infinity while it lasts. */
export interface DeafSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * When the service did not hear the devices of an organisation, by the periods of the installation and its own. All
 * judgements of silence ask it, so that the service's own absence is not held against a device.
 */
export class Deafness {
  /**
   * @param spans sorted, not overlapping
   * @param knownTo until when it is known whether the service heard devices; null: always
   * @param graceS how long after a span devices have to be heard again
   */
  constructor(
    private readonly spans: readonly DeafSpan[],
    private readonly knownTo: Date | null,
    private readonly graceS: number,
  ) {}

  /** The time up to which silence may be judged: nothing later than what is known. */
  judgedTo(now: Date): Date {
    return this.knownTo !== null && this.knownTo < now ? this.knownTo : now;
  }

  /** How many milliseconds between two times were deaf. */
  deafMs(from: Date, to: Date): number {
    const [start, end] = [from.getTime(), to.getTime()];
    return this.spans.reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.to, end) - Math.max(span.from, start)),
      0,
    );
  }

  /** The time at which an allowance ends that began at `start` and would end at `deadline` if no time were deaf. */
  after(start: Date, deadline: Date): Date {
    const begin = start.getTime();
    let end = deadline.getTime();
    for (const { from, to } of this.spans) {
      if (to <= begin) continue;
      if (from >= end) break;
      end += to - Math.max(from, begin);
    }
    return atMost(end);
  }

  /**
   * When a device that stays silent may be judged: as {@link after}, and not before the grace that follows a span is
   * over, in which devices are heard again.
   */
  silenceAfter(start: Date, deadline: Date): Date {
    const begin = start.getTime();
    let end = deadline.getTime();
    for (const { from, to } of this.spans) {
      if (to <= begin) continue;
      if (from >= end) break;
      end = Math.max(end + to - Math.max(from, begin), to + this.graceS * 1000);
    }
    return atMost(end);
  }

  /**
   * Whether judgements of many devices have to wait: the service is deaf, was so until a moment ago, or has not heard a
   * device since `now` less the grace began.
   */
  mustWait(now: Date): boolean {
    if (this.isDeafWithin(now, this.graceS)) return true;
    return this.knownTo !== null && now.getTime() - this.knownTo.getTime() > LATE_MS;
  }

  /** Whether the service is deaf, or was so in the last seconds. */
  isDeafWithin(now: Date, seconds: number): boolean {
    const at = now.getTime();
    return this.spans.some(({ from, to }) => from <= at && at < to + seconds * 1000);
  }

  /**
   * The same with what is not known yet taken for deaf, for decisions about a device that is heard right now.
   * @param now the time of its heartbeat
   */
  withUnknown(now: Date): Deafness {
    const { knownTo, spans, graceS } = this;
    if (knownTo === null || knownTo >= now) return this;
    const unknown = { from: knownTo.getTime(), to: now.getTime() };
    return new Deafness(united([...spans, unknown]), null, graceS);
  }
}

/** What is known lags behind by this much while all is well: processes write their counts once a second. */
const LATE_MS = 5000;
/** The last instant of a Date that every store takes. */
const FAR = Date.parse('9999-12-31T23:59:59Z');

function atMost(ms: number): Date {
  return new Date(Math.min(ms, FAR));
}

/** The service heard every device, always. */
export const NEVER_DEAF = new Deafness([], null, 0);

/** The spans in order, joined where they overlap or touch. */
export function united(spans: readonly DeafSpan[]): DeafSpan[] {
  const joined: DeafSpan[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) joined[joined.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else joined.push(span);
  }
  return joined;
}

/** A period hides at most this much silence; what is silent then is judged as silent from that moment. */
export const MAX_HIDDEN_MS = { installation: 24 * 3_600_000, organisation: 3_600_000 } as const;

export type DeafScope = keyof typeof MAX_HIDDEN_MS;

/** The part of a period that hides silence. */
export function hidingSpan({ scope, from, to }: DeafSpan & { readonly scope: DeafScope }): DeafSpan {
  return { from, to: Math.min(to, from + MAX_HIDDEN_MS[scope]) };
}

export interface GraceRules {
  readonly downAfterS: number;
  readonly heartbeatIntervalS: number;
}

/** How long after a period the silence of a device that was not heard again begins to count. */
export function graceS({ downAfterS, heartbeatIntervalS }: GraceRules): number {
  return downAfterS + 2 * heartbeatIntervalS;
}
