import { compile } from 'proxy-addr';

const MAX_PROXIES = 16;

/** The proxies whose X-Forwarded-* headers are trusted: a number of hops, or networks. */
export type TrustedProxies = number | readonly string[];

/** Parses a number of proxies or a comma-separated list of networks; null for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) <= MAX_PROXIES ? Number(trimmed) : null;
  const networks = trimmed.split(',').map((network) => network.trim());
  try {
    compile(networks);
    return networks;
  } catch {
    return null;
  }
}
