const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);
const FALSE: ReadonlySet<unknown> = new Set([false, 'false', 0, '0']);

/** Parses a flag: true, "true", 1, "1" and their opposites; null for anything else. */
export function readFlag(value: unknown): boolean | null {
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : null;
}
