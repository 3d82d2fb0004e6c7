import { isIP } from 'node:net';
import type Joi from 'joi';
import { parseKillAt, type KillAt } from '../failpoints.js';
import { parseNetworks, type Network } from '../values/networks.js';
import { parseRedisAddress, type RedisAddress } from './redis-address.js';
import {
  parseMailAddress,
  parseOrigin,
  parseSmtpUrl,
  type MailAddress,
  type SmtpServer,
} from './smtp-server.js';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

/** How the texts of variables are read; a fault does not name the text, which may be secret. */

const SHORTEST_SECRET = 16;

export const sessionSecrets: Joi.CustomValidator<string, string[]> = (value) => {
  const secrets = value.split(',').map((entry) => entry.trim());
  if (secrets.some(({ length }) => length < SHORTEST_SECRET)) {
    throw new Error(`each secret must have at least ${SHORTEST_SECRET} characters`);
  }
  return secrets;
};

export const base64Keys: Joi.CustomValidator<string, Buffer[]> = (value) =>
  value.split(',').map((entry) => {
    const key = Buffer.from(entry.trim(), 'base64');
    if (key.length !== 32 || key.toString('base64') !== entry.trim()) {
      throw new Error('each key must be 32 bytes in base64');
    }
    return key;
  });

export const redisAddress: Joi.CustomValidator<string, RedisAddress> = (value) => {
  const address = parseRedisAddress(value);
  if (address === null) {
    throw new Error('it must be redis://…, redis+cluster://host:port,… or redis+sentinel://host:port,…/name');
  }
  return address;
};

export const trustedProxies: Joi.CustomValidator<string, TrustedProxies> = (value) => {
  const proxies = parseTrustedProxies(value);
  if (proxies === null) {
    throw new Error('it must be a number of proxies (0 to 16) or a comma-separated list of networks');
  }
  return proxies;
};

export const networks: Joi.CustomValidator<string, Network[]> = (value) => {
  const parsed = parseNetworks(value);
  if (parsed === null) throw new Error('it must be a comma-separated list of networks such as 10.0.0.0/8');
  return parsed;
};

export const nameServers: Joi.CustomValidator<string, string[]> = (value) => {
  const servers = value.split(',').map((server) => server.trim());
  if (!servers.every(isNameServer))
    throw new Error('it must be a comma-separated list of addresses such as 192.0.2.53 or 192.0.2.53:5353');
  return servers;
};

/** An address, with a port or without: `192.0.2.53`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^[\]]+?))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (bracketed === undefined && isIP(text) !== 0) return true;
  const isAddress = bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6;
  return isAddress && (port === undefined || Number(port) <= 65_535);
}

export const smtpUrl: Joi.CustomValidator<string, SmtpServer> = (value) => {
  const server = parseSmtpUrl(value);
  if (server === null) throw new Error('it must be smtp://user:password@host:port or smtps://…');
  return server;
};

export const mailAddress: Joi.CustomValidator<string, MailAddress> = (value) => {
  const address = parseMailAddress(value);
  if (address === null) throw new Error('it must be an address, or Name <address>');
  return address;
};

export const origin: Joi.CustomValidator<string, string> = (value) => {
  const parsed = parseOrigin(value);
  if (parsed === null) throw new Error('it must be a URL without a path, such as https://fleet.example.com');
  return parsed;
};

export const killAt: Joi.CustomValidator<string, KillAt> = (value) => {
  const parsed = parseKillAt(value);
  if (parsed === null) throw new Error('it must be <step> or <step>:<arrival>');
  return parsed;
};
