import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Configuration, type JWKS } from 'oidc-provider';
import { watchSecret } from '../fixtures/log-watch.js';

export const CLIENT_ID = 'airfleet';
export const CLIENT_SECRET = 'a client secret of the tests';

/** How long an ID token of the provider is valid. */
export const ID_TOKEN_S = 120;

/** What the provider says of a person. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly [claim: string]: unknown;
}

/** How a test changes the provider. */
interface ProviderSettings {
  /** Whether claims are in the ID token; otherwise the userinfo endpoint has them. */
  readonly claimsInIdToken?: boolean;
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

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly redirectUri: string,
    private readonly settings: ProviderSettings,
    private provider: Provider,
  ) {}

  static async open(redirectUri: string, settings: ProviderSettings = {}): Promise<TestProvider> {
    const handler = { current: null as TestProvider | null };
    const server = createServer((request, response) => void handler.current?.serve(request, response));
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
    const key: JWK = {
      ...(await exportJWK(privateKey)),
      kid: `key-${Math.random()}`,
      alg: 'RS256',
      use: 'sig',
    };
    this.provider = new Provider(this.issuer, this.configuration({ keys: [key] } as JWKS));
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
      await this.provider.interactionFinished(request, response, { login });
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
        IdToken: ID_TOKEN_S,
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 3600,
        Interaction: 600,
        Session: 3600,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ ...this.person, sub: accountId }),
      }),
      async loadExistingGrant({ oidc: { client, session, provider } }) {
        const grant = new provider.Grant({
          ...(client ? { clientId: client.clientId } : {}),
          ...(session?.accountId ? { accountId: session.accountId } : {}),
        });
        grant.addOIDCScope('openid email profile offline_access');
        await grant.save();
        return grant;
      },
    };
  }
}
