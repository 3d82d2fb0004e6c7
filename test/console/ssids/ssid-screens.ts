import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../../browser/browser-service.js';
import type { Misdeeds } from '../../browser/browser.js';
import { makeUserWithPassword } from '../../browser/web-session.js';
import { signInAt } from '../console-page.js';

/** A super administrator in the console, and a network for SSIDs. */
export interface SsidScreens {
  readonly service: BrowserService;
  readonly page: Page;
  readonly misdeeds: Misdeeds;
  readonly network: number;
}

export async function openSsidScreens(name: string): Promise<SsidScreens> {
  const service = await browserService(name);
  const { page, misdeeds } = await service.open({ reducedMotion: 'reduce' });
  const { user } = await makeUserWithPassword(service.api, service.fixture.org, { role: 'super_admin' });
  await signInAt(page, '/settings', user.email);
  return { service, page, misdeeds, network: service.fixture.network._id };
}
