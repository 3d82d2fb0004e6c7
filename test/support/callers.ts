import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Answers } from './answers.js';
import { eventually } from './eventually.js';
import type { TestDevice } from './factories/device.js';

const PAUSE_MS = 200;
const LISTS = [
  '/v1/access_points/list_inventory',
  '/v1/access_points/rout_inventory_list?search=0',
  '/upgrades',
] as const;

/** People and programs that go on asking whatever happens. */
export class Callers {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly answers: Answers,
  ) {}

  /**
   * Until so much time has passed: lists, upgrades of these devices one by one, and changes of a pending upgrade. Gives
   * the devices whose upgrade was acknowledged.
   */
  async goOn(ms: number, devices: readonly TestDevice[], pending: number): Promise<TestDevice[]> {
    const end = Date.now() + ms;
    const until = async (ask: () => Promise<unknown>, pauseMs = PAUSE_MS): Promise<void> => {
      while (Date.now() < end) {
        await ask();
        await wait(Math.min(pauseMs, Math.max(0, end - Date.now())));
      }
    };
    const acknowledged: TestDevice[] = [];
    const next = devices.values();
    const schedule = async (): Promise<void> => {
      const device = next.next().value;
      if (device && (await this.upgrade({ aps: [`AP:${device._id}`] })).status === 200)
        acknowledged.push(device);
    };
    const change = { upgrade: { save_prev_config: true } };
    await Promise.all([
      until(() => this.answers.feelMachine(this.url)),
      ...LISTS.map((path) => until(() => this.ask('GET', path))),
      until(schedule, ms / devices.length),
      until(() => this.ask('PUT', `/upgrades/${pending}`, change)),
    ]);
    return acknowledged;
  }

  /** Asks again, as a caller would, until it is acknowledged. */
  insist(upgrade: Readonly<Record<string, unknown>>): Promise<void> {
    return this.askUntil(200, upgrade);
  }

  /** Asks again until it is answered with the status; null: until nobody answers. */
  async askUntil(status: number | null, upgrade: Readonly<Record<string, unknown>>): Promise<void> {
    await eventually(`answered with ${status}`, async () => (await this.upgrade(upgrade)).status === status);
  }

  private upgrade(upgrade: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.ask('POST', '/upgrades', { upgrade });
  }

  private ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.answers.ask(`${method} ${path}`, method, this.url + path, this.token, body);
  }
}
