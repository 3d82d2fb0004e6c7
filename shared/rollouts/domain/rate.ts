const MINUTE_MS = 60_000;

export interface RateSettings {
  /** Null: unlimited. */
  readonly perMinute: number | null;
  readonly factor: number;
  readonly perSuccesses: number | null;
  readonly maxPerMinute: number;
}

/** Dispatches that are allowed by `at`; fractions are kept. */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: Date;
}

/** Dispatches a minute: `perMinute`, multiplied by `factor` for every `perSuccesses` Successes. Null: unlimited. */
export function ratePerMinute(settings: RateSettings, successes: number): number | null {
  const { perMinute, factor, perSuccesses, maxPerMinute } = settings;
  if (perMinute === null) return null;
  const steps = perSuccesses === null ? 0 : Math.floor(successes / perSuccesses);
  return Math.min(maxPerMinute, perMinute * factor ** steps);
}

/** A rollout that starts or resumes has saved up nothing. */
export function emptyBucket(at: Date): TokenBucket {
  return { tokens: 0, at };
}

/**
 * The bucket at a later time. It fills at `perMinute` and holds a twelfth of it, so any 60 s see at most
 * `perMinute` + ⌈`perMinute` ÷ 12⌉ dispatches. A clock that goes back adds nothing and takes nothing.
 */
export function refill(bucket: TokenBucket, perMinute: number, now: Date): TokenBucket {
  const elapsed = now.getTime() - bucket.at.getTime();
  if (elapsed <= 0) return bucket;
  const tokens = bucket.tokens + (perMinute * elapsed) / MINUTE_MS;
  return { tokens: Math.min(tokens, Math.ceil(perMinute / 12)), at: now };
}
