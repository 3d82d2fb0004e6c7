import { isEnd, UPGRADE_STATUSES, type UpgradeStatus } from '../../shared/upgrades/domain/upgrade-status.js';
import { EVENT_TYPES } from '../../shared/webhooks/domain/event-types.js';
import { demoFile } from './demo-fleet.js';
import { ADMIN_EMAIL, DEMO_PASSWORD, DEMO_TOKEN, WAVE_1 } from './demo-organisations.js';

const MAX_UPGRADES = 1000;
/** The ids of the upgrades that the demo is loaded with end here. */
const PAST_UPGRADES = demoFile(new Date(0)).upgrades.length;

/** The fields of an upgrade that the demo reads. */
export interface ShownUpgrade {
  readonly id: number;
  readonly aps: string;
  readonly version: string;
  readonly status: UpgradeStatus;
  readonly message: string | null;
}

/** The fields of a rollout that the demo reads. */
export interface ShownRollout {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly state_reason: GateReason | null;
  readonly revision: number;
  readonly exclude: readonly string[];
  readonly stages: readonly unknown[];
  readonly current_stage: number | null;
  readonly progress: {
    readonly devices: number;
    readonly in_flight: number;
    readonly success: number;
    readonly failed: number;
    readonly cancelled: number;
  } | null;
}

interface GateReason {
  /** Absent when a caller paused the rollout. */
  readonly gate?: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A look of the health gate, as the rollout's events show it. */
export interface ShownLook {
  readonly text: string;
  readonly data: {
    readonly part: string;
    readonly counts: { readonly sick: number };
    readonly examples: readonly { readonly mac_id: string; readonly sign: string }[];
  };
}

/** The demo's calls of the public API, as the hotel's administrator. */
export class DemoApi {
  private constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** Uses the fixed token of the demo's administrator, or creates a new one when it has expired. */
  static async ofAdministrator(url: string): Promise<DemoApi> {
    const known = new DemoApi(url, DEMO_TOKEN);
    const reply = await known.call('GET', '/v1/access_points/list_inventory?per_page=1');
    return reply.status === 401 ? DemoApi.signIn(url, ADMIN_EMAIL) : known;
  }

  /** Creates a token of a demo user. @throws Error when the API refuses */
  static async signIn(url: string, email: string): Promise<DemoApi> {
    const credentials = { email, password: DEMO_PASSWORD };
    const body = await new DemoApi(url, '').send<{ access_token: string }>('/v1/access_tokens', credentials);
    return new DemoApi(url, body.access_token);
  }

  /** Revokes the token. */
  async signOut(): Promise<void> {
    await this.call('DELETE', '/v1/access_tokens');
  }

  /** The upgrades since the demo was loaded, at most the newest 1,000. @throws Error when the API does not answer with 200 */
  async upgrades(): Promise<ShownUpgrade[]> {
    const path = `/upgrades.json?per_page=${MAX_UPGRADES}`;
    const { upgrades } = await this.read<{ upgrades: ShownUpgrade[] }>(path);
    return upgrades.filter(({ id }) => id > PAST_UPGRADES);
  }

  /** The organisation's newest rollout; null when it has none. @throws Error when the API does not answer with 200 */
  async newestRollout(): Promise<ShownRollout | null> {
    const { rollouts } = await this.read<{ rollouts: ShownRollout[] }>('/v1/rollouts?per_page=1');
    return rollouts[0] ?? null;
  }

  /** The looks of a rollout's health gate that found sick devices. @throws Error when the API does not answer with 200 */
  async sickLooks(id: number): Promise<ShownLook[]> {
    const path = `/v1/rollouts/${id}/events?per_page=200`;
    const { events } = await this.read<{ events: (ShownLook & { kind: string })[] }>(path);
    const looks = events.filter(({ kind }) => kind === 'rollout.health_look');
    return looks.filter(({ data }) => data.counts.sick > 0);
  }

  /** Creates a Draft. @throws Error when the API refuses */
  async createRollout(settings: object): Promise<ShownRollout> {
    const { data } = await this.send<{ data: { rollout: ShownRollout } }>('/v1/rollouts', settings);
    return data.rollout;
  }

  /** @throws Error when the API refuses */
  async startRollout(id: number): Promise<void> {
    await this.send(`/v1/rollouts/${id}/start`, {});
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
    await this.send('/upgrades.json', { upgrade });
  }

  private async read<T>(path: string): Promise<T> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`HTTP ${status}`);
    return (body as { data: T }).data;
  }

  private async send<T>(path: string, content: object): Promise<T> {
    const { status, body } = await this.call('POST', path, content);
    if (status >= 300)
      throw new Error(`The demo's POST ${path} was refused: HTTP ${status} ${JSON.stringify(body)}`);
    return body as T;
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
