const ELSEWHERE = 'http://own.invalid';

/**
 * Where a browser is sent after signing in: only ever a path of this service, whatever was asked for. `//host`,
 * backslashes, schemes, and paths that a browser would read as one of these after normalising give the fallback.
 */
export function ownPath(asked: unknown, fallback: string): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.length > 2048) return fallback;
  if (!URL.canParse(asked, ELSEWHERE)) return fallback;
  const { origin, pathname, search, hash } = new URL(asked, ELSEWHERE);
  return origin === ELSEWHERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : fallback;
}
