import { canonicalMac } from '../../platform/values/mac.js';

/** One device as a request names it. */
export interface RequestedMac {
  /** As it was sent, without surrounding white space. */
  readonly text: string;
  /** null: it is no MAC. */
  readonly macId: string | null;
}

/** The entries of a request, blank ones left out, each device once whatever its notation; the first one counts. */
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

/** The well-formed ones among them, canonical. */
export function canonicalMacs(entries: readonly string[]): string[] {
  return requestedMacs(entries).flatMap(({ macId }) => macId ?? []);
}
