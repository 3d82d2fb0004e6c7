import { expect } from 'chai';
import { proveDomain } from '../../shared/sso/operations/configuration/prove-domain.js';
import { cookiesOf, makeUserWithPassword, ownOriginJson, signInAs } from '../browser/web-session.js';
import type { Reply } from '../fixtures/api.js';
import { TestClock } from '../fixtures/clock.js';
import { watchSecret } from '../fixtures/log-watch.js';
import { PASSKEY_ORIGIN } from '../fixtures/passkeys/software-authenticator.js';
import { makeOrganisation, type TestUser } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { CLIENT_ID, CLIENT_SECRET, TestProvider, Visitor, type Person } from './test-provider.js';

export const SSO_PATH = '/v1/organisation/sso';
/** Where people reach the service, which is not where its API listens. */
export const PUBLIC_URL = PASSKEY_ORIGIN;

let domains = 0;
/** A domain of the test's own. */
export function newDomain(): string {
  domains += 1;
  return `company${domains}-${process.pid}.example`;
}

/** A service whose organisations sign in by providers on this machine. */
export async function openSsoService(env: Record<string, string> = {}): Promise<TestService> {
  const settings = { PUBLIC_URL, WEBHOOK_ALLOW: '127.0.0.0/8', ...env };
  return TestService.open(settings, new TestClock(new Date()));
}

interface Parts {
  readonly service: TestService;
  readonly id: number;
  readonly superAdmin: TestUser;
  readonly domain: string;
  readonly cookies: string;
}

/** An organisation with a super admin who has just signed in. */
export class SsoOrganisation {
  readonly service: TestService;
  readonly id: number;
  readonly superAdmin: TestUser;
  readonly domain: string;
  private cookies: string;

  protected constructor({ service, id, superAdmin, domain, cookies }: Parts) {
    this.service = service;
    this.id = id;
    this.superAdmin = superAdmin;
    this.domain = domain;
    this.cookies = cookies;
  }

  static async make(service: TestService): Promise<SsoOrganisation> {
    return new SsoOrganisation(await partsOf(service));
  }

  /** The settings of a request. */
  input(fields: object = {}): Record<string, unknown> {
    return {
      issuer: 'https://id.example.test',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      domains: [this.domain],
      default: { role: 'viewer' },
      ...fields,
    };
  }

  /** A request of the console of the super admin. */
  call(method: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const { api } = this.service;
    const own = { ...ownOriginJson(api), Cookie: this.cookies, ...headers };
    return api.call(method, SSO_PATH, { headers: own, ...(body ? { body } : {}) });
  }

  async configure(fields: object = {}): Promise<Reply> {
    this.cookies = await signInAs(this.service.api, this.superAdmin.user.email);
    const reply = await this.call('PUT', this.input(fields));
    expect(reply.status, reply.text).to.equal(200);
    return reply;
  }

  async prove(domain = this.domain): Promise<void> {
    expect(await proveDomain(this.service.deps, this.id, domain)).to.equal(true);
  }

  /** The entries of the audit log with an action. */
  async audited(action: string) {
    const { auditEntries } = this.service.deps.mongo.models;
    return auditEntries.find({ organisationId: this.id, action }).sort({ at: 1, _id: 1 }).lean();
  }
}

async function partsOf(service: TestService): Promise<Parts> {
  const { _id: id } = await makeOrganisation(service.deps);
  const domain = newDomain();
  const email = `admin@${domain}`;
  const superAdmin = await makeUserWithPassword(service.api, id, { role: 'super_admin', email });
  return { service, id, superAdmin, domain, cookies: await signInAs(service.api, email) };
}

/** A sign-in that a browser has begun. */
export interface BegunSignIn {
  /** Where the provider is asked. */
  readonly url: URL;
  readonly cookies: string;
}

/** An organisation with its identity provider, whose domain is proven. */
export class SignOn extends SsoOrganisation {
  private constructor(
    readonly provider: TestProvider,
    parts: Parts,
  ) {
    super(parts);
  }

  static async open(
    service: TestService,
    fields: object = {},
    settings: Parameters<typeof TestProvider.open>[1] = {},
  ): Promise<SignOn> {
    const parts = await partsOf(service);
    const provider = await TestProvider.open(`${PUBLIC_URL}/sso/${parts.id}/callback`, settings);
    const made = new SignOn(provider, parts);
    await made.configure({ issuer: provider.issuer, ...fields });
    await made.prove();
    return made;
  }

  override input(fields: object = {}): Record<string, unknown> {
    return { ...super.input({ issuer: this.provider.issuer }), ...fields };
  }

  /** A person at the provider with a verified email of the domain. */
  person(name: string, claims: object = {}): Person {
    return { sub: `sub-${name}`, email: `${name}@${this.domain}`, email_verified: true, ...claims };
  }

  /** Begins a sign-in in a new browser. */
  async begin(next = '/console'): Promise<BegunSignIn> {
    const { api } = this.service;
    const query = { email: `someone@${this.domain}`, next };
    const reply = await api.call('GET', '/sso/start', { query, headers: { Accept: 'text/html' } });
    expect(reply.status, reply.text).to.equal(303);
    const url = new URL(reply.headers.get('Location') ?? '');
    for (const secret of ['state', 'nonce', 'code_challenge'])
      watchSecret(url.searchParams.get(secret) ?? '');
    return { url, cookies: cookiesOf(reply) };
  }

  /** Signs a person in at the provider. @returns the path that the browser comes back to */
  async atProvider({ url }: Pick<BegunSignIn, 'url'>, person: Person): Promise<string> {
    this.provider.person = person;
    const back = await new Visitor().visit(url.href, this.provider.issuer);
    expect(back.origin).to.equal(PUBLIC_URL);
    watchSecret(back.searchParams.get('code') ?? '');
    return `${back.pathname}${back.search}`;
  }

  /** The request with which a browser comes back. */
  comeBack(path: string, Cookie: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.service.api.call('GET', path, { headers: { Accept: 'text/html', Cookie, ...headers } });
  }

  /** The whole way of a person. @returns the answer to the callback */
  async signIn(person: Person, next?: string): Promise<Reply> {
    const begun = await this.begin(next);
    return this.comeBack(await this.atProvider(begun, person), begun.cookies);
  }

  /** The cookies of a person who has signed in. */
  async enter(person: Person): Promise<string> {
    const reply = await this.signIn(person);
    expect(reply.status, reply.text).to.equal(303);
    return cookiesOf(reply);
  }

  /** The user of a session; null for a session that has ended. */
  async whose(Cookie: string): Promise<{ id: number; role: string } | null> {
    const reply = await this.service.api.call('GET', '/v1/me', { headers: { Cookie } });
    if (reply.status !== 200) return null;
    const { me } = (reply.body as { data: { me: { user: { id: number }; role: string } } }).data;
    return { id: me.user.id, role: me.role };
  }
}
