import './without-warnings.js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { Provider, type Configuration, type JWKS } from 'oidc-provider';
import { watchSecret } from '../fixtures/log-watch.js';

export const CLIENT_ID = 'airfleet';
export const CLIENT_SECRET = 'a client secret of the tests';

const DAY_S = 86_400;

/** What the provider says of a person. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly [claim: string]: unknown;
}

/** How a test changes the provider. */
export interface ProviderSettings {
  /** Whether claims are in the ID token; otherwise the userinfo endpoint has them. */
  readonly claimsInIdToken?: boolean;
  /** Whether it gives refresh tokens. */
  readonly isRefreshing?: boolean;
  /** How long its ID tokens are valid; longer than tests advance the clock of the service, unless given. */
  readonly idTokenS?: number;
}

/** A browser: keeps its cookies, and follows redirects as long as they lead to the provider. */
export class Visitor {
  private readonly jar = new Map<string, string>();

  /** Asks for a URL of the provider. @returns where the provider sends the browser to */
  async visit(url: string, origin: string): Promise<URL> {
    let at = new URL(url);
    for (let hops = 0; hops < 10; hops += 1) {
      const Cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { Cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') this.jar.delete(name);
        else this.jar.set(name, value);
      }
      const location = response.headers.get('Location');
      if (location === null) throw new Error(`${at.href} gave ${response.status}: ${await response.text()}`);
      at = new URL(location, at);
      if (at.origin !== origin) return at;
    }
    throw new Error('The provider redirects without end');
  }
}

/** An identity provider on this machine: oidc-provider, with one client, which signs in the person that a test chooses. */
export class TestProvider {
  /** Who signs in next. */
  person: Person = { sub: 'not chosen' };
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Answers a path in the place of the provider. */
  instead: ((path: string, response: ServerResponse) => boolean) | null = null;

  private readonly grants: string[] = [];
  private key: { readonly privateKey: CryptoKey; readonly kid: string } | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly redirectUri: string,
    private readonly settings: ProviderSettings,
    private provider: Provider,
  ) {}

  static async open(redirectUri: string, settings: ProviderSettings = {}): Promise<TestProvider> {
    const handler = { current: null as TestProvider | null };
    const server = createServer((request, response) => {
      handler.current?.serve(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const opened = new TestProvider(server, issuer, redirectUri, settings, null as never);
    await opened.rotateKeys();
    handler.current = opened;
    watchSecret(CLIENT_SECRET);
    return opened;
  }

  /** Signs with a new key from now on, and forgets the old one. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `key-${randomUUID()}`;
    this.key = { privateKey, kid };
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
    this.provider = new Provider(this.issuer, this.configuration({ keys: [jwk] }));
  }

  /** Ends the refresh tokens that it has given. */
  async revokeGrants(): Promise<void> {
    for (const grant of this.grants.splice(0)) await this.provider.RefreshToken.revokeByGrantId(grant);
  }

  /** A token of the provider that says that a person has signed out. */
  async logoutToken(
    claims: Readonly<Record<string, unknown>>,
    header: { readonly typ?: string } = { typ: 'logout+jwt' },
  ): Promise<string> {
    if (this.key === null) throw new Error('The provider has no key');
    const { privateKey, kid } = this.key;
    return new SignJWT({
      iss: this.issuer,
      aud: CLIENT_ID,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign(privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.asked.push(pathname);
    if (this.instead?.(pathname, response) === true) return;
    if (pathname.startsWith('/interaction/')) {
      const login = { accountId: this.person.sub };
      await this.provider.interactionFinished(request, response, { login, consent: {} });
      return;
    }
    await this.provider.callback()(request, response);
  }

  private configuration(jwks: JWKS): Configuration {
    return {
      jwks,
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [this.redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          backchannel_logout_uri: this.redirectUri.replace('/callback', '/backchannel_logout'),
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ['a key of the tests'] },
      conformIdTokenClaims: this.settings.claimsInIdToken === false,
      claims: {
        openid: ['sub', 'groups', 'realm_access', '_claim_names', 'hd'],
        email: ['email', 'email_verified'],
        profile: ['name'],
      },
      ttl: {
        IdToken: this.settings.idTokenS ?? 30 * DAY_S,
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 30 * DAY_S,
        Interaction: 600,
        RefreshToken: 30 * DAY_S,
        Session: 3600,
      },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      issueRefreshToken: () => Promise.resolve(this.settings.isRefreshing === true),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ ...this.person, sub: accountId }),
      }),
      loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
        const grant = new provider.Grant({
          ...(client ? { clientId: client.clientId } : {}),
          ...(session?.accountId ? { accountId: session.accountId } : {}),
        });
        grant.addOIDCScope('openid email profile offline_access');
        this.grants.push(await grant.save());
        return grant;
      },
    };
  }
}
