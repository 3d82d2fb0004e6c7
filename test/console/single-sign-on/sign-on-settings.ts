import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { unusedPort } from '../../../dev/demo/ports.js';
import { proveDomain } from '../../../shared/sso/operations/configuration/prove-domain.js';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import type { WatchedPage } from '../../browser/browser.js';
import { makeUserWithPassword, ownOriginJson, signInAs } from '../../browser/web-session.js';
import { makeOrganisation, type TestUser } from '../../fixtures/records/organisation.js';
import { newDomain, SSO_PATH } from '../../sso/sso-service.js';
import { CLIENT_ID, CLIENT_SECRET, TestProvider, type ProviderSettings } from '../../sso/test-provider.js';
import { fill, press } from '../keyboard.js';

/** A service that browsers and identity providers reach by one name. */
export class SignOnService {
  private constructor(
    readonly service: BrowserService,
    readonly origin: string,
  ) {}

  /** @param name as of a browserService */
  static async start(name: string): Promise<SignOnService> {
    const port = await unusedPort('127.0.0.1');
    const origin = `http://localhost:${port}`;
    return new SignOnService(await browserService(name, { PORT: String(port), PUBLIC_URL: origin }), origin);
  }

  /** A page in a new profile. */
  async open(): Promise<WatchedPage> {
    return this.service.open({ reducedMotion: 'reduce' }, this.origin);
  }

  /** An organisation with a super admin, and a provider that has not been set up yet. */
  async company(settings: ProviderSettings = {}): Promise<Company> {
    const { api } = this.service;
    const { _id: id } = await makeOrganisation(api.deps);
    const domain = newDomain();
    const superAdmin = await makeUserWithPassword(api, id, { role: 'super_admin', email: `boss@${domain}` });
    const provider = await TestProvider.open(`${this.origin}/sso/${id}/callback`, settings);
    return { id, domain, superAdmin, provider, prove: () => proveDomain(api.deps, id, domain) };
  }

  /** Configures the provider by the API, with the rights of two groups. */
  async configure({ provider, domain, superAdmin, prove }: Company): Promise<void> {
    const { api } = this.service;
    const Cookie = await signInAs(api, superAdmin.user.email);
    const body = {
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      domains: [domain],
      claim: 'groups',
      roles: [
        { value: 'owners', role: 'super_admin', manage_inventory: true },
        { value: 'staff', role: 'viewer' },
      ],
    };
    const reply = await api.call('PUT', SSO_PATH, { body, headers: { ...ownOriginJson(api), Cookie } });
    expect(reply.status, reply.text).to.equal(200);
    await prove();
  }

  /** The stored configuration of an organisation. */
  configurationOf(id: number) {
    return this.service.api.deps.mongo.models.ssoConfigurations.findById(id).lean().orFail();
  }
}

export interface Company {
  readonly id: number;
  readonly domain: string;
  readonly superAdmin: TestUser;
  readonly provider: TestProvider;
  readonly prove: () => Promise<boolean>;
}

/** Signs a person in by the provider in a page without a session. */
export async function signInBy(
  page: Page,
  { provider, domain }: Company,
  name: string,
  groups: readonly string[],
): Promise<void> {
  const email = `${name}@${domain}`;
  provider.person = { sub: `sub-${name}`, email, email_verified: true, groups };
  await page.goto('/console/settings');
  await press(page.getByRole('link', { name: 'Use single sign-on' }));
  await fill(page.getByLabel('Email'), email);
  await press(page.getByRole('button', { name: 'Continue', exact: true }));
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}

/** Fails the test if the page did what no page may, or asked for more of other origins than to be signed in by the provider. */
export function expectWellBehaved({ misdeeds }: WatchedPage, { provider: { issuer } }: Company): void {
  const foreign = misdeeds.foreign.filter((url) => !url.startsWith(`${issuer}/`));
  expect({ ...misdeeds, foreign }).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
}
