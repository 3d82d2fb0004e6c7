import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { unusedPort } from '../../../dev/demo/ports.js';
import { loadAxe, violationsOf } from '../../browser/axe.js';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import type { WatchedPage } from '../../browser/browser.js';
import { PASSWORD } from '../../browser/web-session.js';
import { fill, press } from '../keyboard.js';

/** An authenticator that is part of the browser's machine, and whose user is always recognised. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** A browser with an authenticator of its own, at a service that it reaches by a name. */
export class PasskeyPage {
  private constructor(
    readonly service: BrowserService,
    private readonly origin: string,
    private opened: WatchedPage | null = null,
  ) {}

  /** @param name as of a browserService */
  static async start(name: string): Promise<PasskeyPage> {
    const port = await unusedPort('127.0.0.1');
    const origin = `http://localhost:${port}`;
    return new PasskeyPage(await browserService(name, { PORT: String(port), PUBLIC_URL: origin }), origin);
  }

  get page(): Page {
    if (this.opened === null) throw new Error('No page is open');
    return this.opened.page;
  }

  /** Opens a page in a new profile with a new authenticator. */
  async open(): Promise<void> {
    this.opened = await this.service.open({ reducedMotion: 'reduce' }, this.origin);
    const devtools = await this.page.context().newCDPSession(this.page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  }

  /** Closes it. Fails the test if the page did what no page may. */
  async leave(): Promise<void> {
    await this.page.context().close();
    expect(this.opened?.misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  reachConsole(): Promise<void> {
    return this.page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
  }

  async isAccessible(): Promise<void> {
    await loadAxe(this.page);
    expect(await violationsOf(this.page)).to.deep.equal([]);
  }

  async enterPassword(email: string): Promise<void> {
    await fill(this.page.getByLabel('Email'), email);
    await fill(this.page.getByLabel('Password'), PASSWORD);
    await press(this.button('Sign in'));
  }

  /** Makes a passkey in the form that is shown. @returns how many recovery codes were shown */
  async makePasskey(name: string): Promise<number> {
    await fill(this.page.getByLabel('Name', { exact: true }), name);
    await this.isAccessible();
    await press(this.button('Make passkey'));
    const codes = this.page.getByText(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    await codes.first().waitFor();
    return codes.count();
  }
}
