import { createRemoteJWKSet, customFetch as keyFetch, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import type { Env } from '../../platform/env/env.js';
import { guardedFetch } from '../../platform/outbound/guarded-fetch.js';
import type { HostResolver } from '../../platform/outbound/host-resolver.js';
import { decryptText } from '../../platform/values/encrypt.js';
import { clientSecretContext } from '../domain/sso-settings.js';
import type { SsoConfigurationRecord } from '../models/sso-configuration.js';

const MAX_PROVIDERS = 1000;
/** How long what a provider says of itself is used. Its keys are read for each answer. */
const METADATA_MS = 5 * 60_000;
/** How far the clock of a provider may differ. */
const CLOCK_TOLERANCE_S = 60;
const TIMEOUT_S = 10;

export type IdentityProviders = ReturnType<typeof createIdentityProviders>;

/** A stored configuration that is not removed. */
export type ConfiguredSso = SsoConfigurationRecord &
  Required<Pick<SsoConfigurationRecord, 'issuer' | 'clientId' | 'clientSecret'>>;

export function isConfigured(record: SsoConfigurationRecord | null): record is ConfiguredSso {
  return record?.issuer !== undefined && record.clientId !== undefined && record.clientSecret !== undefined;
}

/** The identity providers of organisations, to which every request goes through the guard of outbound connections. */
export function createIdentityProviders(
  env: Pick<Env, 'webhookAllow' | 'encryptionKeys'>,
  hosts: HostResolver,
  now: () => Date,
) {
  const metadata = new LRUCache<string, Promise<ServerMetadata>>({ max: MAX_PROVIDERS, ttl: METADATA_MS });

  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: MAX_PROVIDERS, ttl: METADATA_MS });

  function fetchOf(organisationId: number): CustomFetch {
    const resolve = (host: string, signal: AbortSignal) => hosts.addressesOf(organisationId, host, signal);
    return (url, { method, headers, body }) => {
      const sent = body === undefined || body === null ? undefined : textOf(body);
      return guardedFetch(url, { method, headers, body: sent }, { allowed: env.webhookAllow, resolve });
    };
  }

  function metadataOf({ _id, revision, issuer, clientId }: ConfiguredSso): Promise<ServerMetadata> {
    const key = `${_id}:${revision}`;
    const known = metadata.get(key);
    if (known !== undefined) return known;
    const options = { [customFetch]: fetchOf(_id), timeout: TIMEOUT_S, execute: extensionsFor(issuer) };
    const read = discovery(new URL(issuer), clientId, undefined, undefined, options).then((found) =>
      found.serverMetadata(),
    );
    metadata.set(key, read);
    // The next sign-in asks again.
    read.catch(() => metadata.delete(key));
    return read;
  }

  return {
    /**
     * The issuer of a provider as its tokens name it, and its keys, which are read again when a token has another one, at most
     * every 30 seconds. @throws Error as clientOf
     */
    async keysOf(
      configured: ConfiguredSso,
    ): Promise<{ readonly issuer: string; readonly keys: JWTVerifyGetKey }> {
      const { issuer, jwks_uri: uri } = await metadataOf(configured);
      if (uri === undefined) throw new Error('The provider has no keys');
      const key = `${configured._id}:${configured.revision}`;
      const known = keySets.get(key);
      if (known !== undefined) return { issuer, keys: known };
      const send = fetchOf(configured._id);
      const keys = createRemoteJWKSet(new URL(uri), {
        [keyFetch]: (url, { method, headers }) =>
          send(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' }),
      });
      keySets.set(key, keys);
      return { issuer, keys };
    },
    /** A client of the provider of an organisation. @throws Error when the provider does not answer, or not with its metadata */
    async clientOf(configured: ConfiguredSso): Promise<Configuration> {
      const { _id, issuer, clientId, clientSecret } = configured;
      const server = await metadataOf(configured);
      const secret = decryptText(env.encryptionKeys, clientSecretContext(_id), clientSecret);
      const client = {
        [clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
        [clockTolerance]: CLOCK_TOLERANCE_S,
      };
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const takesBasic = methods.includes('client_secret_basic');
      const auth = takesBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
      const made = new Configuration(server, clientId, client, auth);
      made[customFetch] = fetchOf(_id);
      made.timeout = TIMEOUT_S;
      for (const extend of extensionsFor(issuer)) extend(made);
      return made;
    },
  };
}

/** The guard decides whether http is allowed; the library would refuse it always. */
function extensionsFor(issuer: string): ((client: Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- marked to be noticed; networks of WEBHOOK_ALLOW may use http
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  return [enableNonRepudiationChecks, ...insecure];
}

/** The library sends forms. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The body of a request to a provider is not text');
}
