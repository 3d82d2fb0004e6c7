import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import proxyAddr from 'proxy-addr';
import type { TrustedProxies } from '../../../shared/platform/env/trusted-proxies.js';

type Trust = (address: string, hop: number) => boolean;

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/**
 * Sets ctx.ip to the address of the client: the last one that a trusted proxy vouches for. X-Forwarded-* headers
 * from any other peer are removed, so that nothing below reads them.
 */
export function clientAddress(proxies: TrustedProxies): Middleware {
  const trust = trustOf(proxies);
  return async (ctx, next) => {
    const peer = canonical(ctx.req.socket.remoteAddress);
    if (trust(peer, 0)) ctx.request.ip = clientOf(ctx.req, trust, peer);
    else {
      for (const name of FORWARDED) Reflect.deleteProperty(ctx.req.headers, name);
      ctx.request.ip = peer;
    }
    await next();
  };
}

function trustOf(proxies: TrustedProxies): Trust {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** Text that is no address ends the chain: what lies beyond it is anybody's invention. */
function clientOf(request: IncomingMessage, trust: Trust, peer: string): string {
  let client = peer;
  for (const address of proxyAddr.all(request, trust)) {
    if (isIP(address) === 0) break;
    client = canonical(address);
  }
  return client;
}

/** An IPv4 address that an IPv6 socket wraps is the same client as without the wrapping. */
function canonical(address = ''): string {
  const unwrapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(unwrapped) === 4 ? unwrapped : address;
}
