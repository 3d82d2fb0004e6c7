import { isEnd, UPGRADE_STATUSES, type UpgradeStatus } from '../../shared/upgrades/domain/upgrade-status.js';
import { EVENT_TYPES } from '../../shared/webhooks/domain/event-types.js';
import { ADMIN_EMAIL, DEMO_PASSWORD, DEMO_TOKEN, WAVE_1 } from './demo-organisations.js';

const MAX_UPGRADES = 1000;

/** The fields of an upgrade that the demo reads. */
export interface ShownUpgrade {
  readonly aps: string;
  readonly status: UpgradeStatus;
  readonly message: string | null;
}

/** The demo's calls of the public API, as the hotel's administrator. */
export class DemoApi {
  private constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** Uses the demo's fixed token, or creates a new one when it has expired. */
  static async signIn(url: string): Promise<DemoApi> {
    const known = new DemoApi(url, DEMO_TOKEN);
    const reply = await known.call('GET', '/v1/access_points/list_inventory?per_page=1');
    if (reply.status !== 401) return known;
    const fresh = await known.call('POST', '/v1/access_tokens', {
      email: ADMIN_EMAIL,
      password: DEMO_PASSWORD,
    });
    if (fresh.status !== 201)
      throw new Error(`The demo's administrator cannot sign in: HTTP ${fresh.status}`);
    return new DemoApi(url, (fresh.body as { access_token: string }).access_token);
  }

  /** The organisation's newest upgrades, at most 1,000. @throws Error when the API does not answer with 200 */
  async upgrades(): Promise<ShownUpgrade[]> {
    const { status, body } = await this.call('GET', `/upgrades.json?per_page=${MAX_UPGRADES}`);
    if (status !== 200) throw new Error(`HTTP ${status}`);
    return (body as { data: { upgrades: ShownUpgrade[] } }).data.upgrades;
  }

  /**
   * Schedules the upgrade of the devices with the tag wave-1 to the latest release. @throws Error when the API
   * refuses
   */
  async scheduleFirstWave(at: Date): Promise<void> {
    const upgrade = {
      aps: [`tag:${WAVE_1}`],
      schedule_type: 'later',
      schedule_at: at.toISOString(),
      time_zone: 'UTC',
    };
    const { status, body } = await this.call('POST', '/upgrades.json', { upgrade });
    if (status !== 200)
      throw new Error(`The demo's upgrade was refused: HTTP ${status} ${JSON.stringify(body)}`);
  }

  /**
   * Registers a webhook of the demo on a port of this machine, in place of that of the last start.
   * @returns its secret
   * @throws Error when the API refuses
   */
  async registerWebhook(path: string, port: number): Promise<string> {
    const listed = await this.call('GET', '/v1/webhooks');
    const { webhooks } = (listed.body as { data: { webhooks: { id: number; url: string }[] } }).data;
    for (const { id, url } of webhooks)
      if (url.endsWith(path)) await this.call('DELETE', `/v1/webhooks/${id}`);
    const url = `http://127.0.0.1:${port}${path}`;
    const { status, body } = await this.call('POST', '/v1/webhooks', { url, types: EVENT_TYPES });
    if (status !== 201)
      throw new Error(`The demo's webhook was refused: HTTP ${status} ${JSON.stringify(body)}`);
    return (body as { data: { webhook: { secret: string } } }).data.webhook.secret;
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(new URL(path, this.url), {
      method,
      headers,
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }
}

/** The number of upgrades by status, in the order of the statuses, such as `Queued 3 · Success 100`. */
export function summary(upgrades: readonly ShownUpgrade[]): string {
  const counted = UPGRADE_STATUSES.map((name) => {
    const count = upgrades.filter(({ status }) => status === name).length;
    return count === 0 ? null : `${name} ${count}`;
  });
  return counted.filter((part) => part !== null).join(' · ');
}

/** Whether every upgrade has ended. */
export function allEnded(upgrades: readonly ShownUpgrade[]): boolean {
  return upgrades.every(({ status }) => isEnd(status));
}
