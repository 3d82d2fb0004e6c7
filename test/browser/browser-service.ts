import type { BrowserContext, Page } from 'playwright-core';
import { readEnv } from '../../shared/platform/env/env.js';
import type { TagRecord } from '../../shared/inventory/models/tag.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { startWorker, type RunningWorker } from '../../worker/start-worker.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { migratedDatabase } from '../fixtures/migrated-database.js';
import { openPage, type WatchedPage } from './browser.js';
import { makeTag } from '../fixtures/records/organisation.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { makeUserWithPassword, PASSWORD } from './web-session.js';

export const HOSTILE_NAME = '"><img src=x onerror=alert(1)>';

/** A complete service for browser tests: API, worker, and an organisation for the test. */
export interface BrowserService {
  readonly api: TestApi;
  readonly fixture: UpgradeFixture;
  readonly email: string;
  /** Opens a page in a new profile, which `close` closes, at another origin of the service if one is given. */
  open(options?: Parameters<typeof openPage>[1], origin?: string): Promise<WatchedPage>;
  /** Signs in with the form and waits for the list of upgrades. */
  signIn(page: Page): Promise<void>;
  tag(name: string): Promise<TagRecord>;
  /** Ends the worker. @returns the settings with which a test starts workers in processes of their own */
  endWorker(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * @param name prefix of the queues, so that workers of other tests do not take these jobs
 * @param env further settings of the API
 */
export async function browserService(
  name: string,
  env: Record<string, string> = {},
): Promise<BrowserService> {
  const scratch = await migratedDatabase();
  const settings = {
    MONGODB_URI: scratch.uri,
    QUEUE_PREFIX: `{${name}}`,
    UPGRADE_SOAK_S: '1',
    HEARTBEAT_INTERVAL_S: '1',
    DOWN_AFTER_S: '86400',
    SWEEP_INTERVAL_S: '1',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    WORKER_PORT: '0',
    WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  const api = await startTestApi({ env: { ...settings, ...env } });
  const worker: RunningWorker = await startWorker(
    readEnv({ ...process.env, ...settings }),
    createLogger('silent', 'worker'),
  );
  const fixture = await upgradeFixture(api);
  const { user } = await makeUserWithPassword(api, fixture.org);
  const contexts: BrowserContext[] = [];
  return {
    api,
    fixture,
    email: user.email,
    async open(options, origin = api.url) {
      const opened = await openPage(origin, options);
      contexts.push(opened.page.context());
      return opened;
    },
    async signIn(page) {
      await page.goto('/upgrades');
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Firmware upgrades' }).waitFor();
    },
    tag: (tagName) => makeTag(api.deps, fixture.org, tagName),
    async endWorker() {
      await worker.close();
      return settings;
    },
    async close() {
      for (const context of contexts) await context.close();
      await worker.close();
      await api.close();
      await scratch.drop();
    },
  };
}
