import { POSIX_ZONES } from './posix-zones.generated.js';

const ZONES: ReadonlyMap<string, string> = new Map(
  POSIX_ZONES.trim()
    .split('\n')
    .flatMap((line) => {
      const [rule = '', ...names] = line.split(' ');
      return names.map((name) => [name, rule] as const);
    }),
);

/** The rule of a time zone as POSIX writes it, such as `CET-1CEST,M3.5.0,M10.5.0/3`; null for an unknown name. */
export function posixZone(name: string): string | null {
  return ZONES.get(name) ?? null;
}

/** The names of all zones that have a rule. */
export function zoneNames(): readonly string[] {
  return [...ZONES.keys()];
}
