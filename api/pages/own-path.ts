const ELSEWHERE = 'http://own.invalid';

/**
 * The path to redirect to after signing in: `path` if it is a path of this service, else the fallback. `//host`,
 * backslashes, schemes, and paths that browsers normalise to one of these give the fallback.
 */
export function ownPath(asked: unknown, fallback: string): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > 2048) return fallback;
  if (!URL.canParse(asked, ELSEWHERE)) return fallback;
  const { origin, pathname, search, hash } = new URL(asked, ELSEWHERE);
  return origin === ELSEWHERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : fallback;
}
