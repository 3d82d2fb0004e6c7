import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Network } from '../values/networks.js';
import { refuseAddresses, type UrlTarget } from '../values/url-target.js';

/** Which addresses the service connects to for an organisation, and how it finds them. */
export interface OutboundGuard {
  /** Networks that are allowed although they are not public, and without TLS. */
  readonly allowed: readonly Network[];
  /** Resolves a host to all of its addresses, until the signal ends the request. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;
}

/** The code of the error of a connection that is refused before it is opened. */
export const ADDRESS_REFUSED = 'address_refused';

class Refused extends Error {
  readonly code = ADDRESS_REFUSED;
}

/** Resolves a host for a socket, which connects to what this returns: every address of the host is judged before. */
export function guardedLookup(
  target: UrlTarget,
  { allowed, resolve }: OutboundGuard,
  signal: AbortSignal,
): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host, signal).then(
      (found) => {
        const [first] = found;
        const refusal = refuseAddresses(
          target,
          found.map(({ address }) => address),
          allowed,
        );
        if (refusal || !first) callback(new Refused('The host has an address that is not public'), '');
        else if (all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '');
      },
    );
  };
}

/** The refusal of a URL whose host is an address. */
export function refusedTarget(): Error {
  return new Refused('The URL is not one that the service connects to');
}
