const HOUR_MS = 3_600_000;
/** The pause after a provider did not answer. */
const RETRY_MS = 5 * 60_000;
/** How long a user keeps its sessions and tokens while the provider does not answer. */
const KEPT_MS = 24 * HOUR_MS;

/** The field in which the refresh token of a user is stored, to which its encryption is bound. */
export function refreshTokenContext(userId: number): string {
  return `sso_grants:${userId}:refresh_token`;
}

/** When a provider that has confirmed a user is asked again. */
export function nextRefresh(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

/** When a provider that did not answer is asked again; null: it has been silent for too long. */
export function nextTry(confirmedAt: Date, now: Date): Date | null {
  const isKept = now.getTime() - confirmedAt.getTime() < KEPT_MS;
  return isKept ? new Date(now.getTime() + RETRY_MS) : null;
}
