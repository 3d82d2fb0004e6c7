import { isIP } from 'node:net';
import { isInNetworks, isPublicAddress, type Network } from './networks.js';

/** Why a URL is not called. */
export type UrlRefusal = 'not_https' | 'userinfo' | 'address';

/** Where a URL leads. */
export interface UrlTarget {
  readonly url: URL;
  /** The host without the brackets of an IPv6 address. */
  readonly host: string;
  /** Whether the host is an address and needs no look-up. */
  readonly isLiteral: boolean;
}

/** The target of an absolute http or https URL; null for anything else. Decimal, octal and short addresses are dotted. */
export function targetOf(text: string): UrlTarget | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { url, host, isLiteral: isIP(host) !== 0 };
}

/** Whether a URL may be called whatever its host resolves to; null when it may. */
export function refuseUrl(
  { url, host, isLiteral }: UrlTarget,
  allowed: readonly Network[],
): UrlRefusal | null {
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (url.protocol !== 'https:' && allowed.length === 0) return 'not_https';
  return isLiteral ? refuseAddresses({ url }, [host], allowed) : null;
}

/** Whether the addresses of a host may be connected to: every one of them must be. */
export function refuseAddresses(
  { url }: Pick<UrlTarget, 'url'>,
  addresses: readonly string[],
  allowed: readonly Network[],
): UrlRefusal | null {
  const others = addresses.filter((address) => !isInNetworks(address, allowed));
  if (url.protocol !== 'https:' && others.length > 0) return 'not_https';
  return others.every(isPublicAddress) ? null : 'address';
}
