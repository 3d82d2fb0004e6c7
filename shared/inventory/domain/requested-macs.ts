import { canonicalMac } from '../../platform/values/mac.js';

/** A MAC as a request names it. */
export interface RequestedMac {
  /** As it was sent, without surrounding white space. */
  readonly text: string;
  /** Null when the text is no MAC. */
  readonly macId: string | null;
}

/** The entries of a request without blank and repeated ones. Notation does not matter; the first of several is kept. */
export function requestedMacs(entries: readonly string[]): RequestedMac[] {
  const requested = new Map<string, RequestedMac>();
  for (const entry of entries) {
    const text = entry.trim();
    if (text === '') continue;
    const macId = canonicalMac(text);
    const key = macId ?? text;
    if (!requested.has(key)) requested.set(key, { text, macId });
  }
  return [...requested.values()];
}

/** The valid MACs of a request, in canonical form. */
export function canonicalMacs(entries: readonly string[]): string[] {
  return requestedMacs(entries).flatMap(({ macId }) => macId ?? []);
}
