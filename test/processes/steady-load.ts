import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../fixtures/api.js';

const TICK_MS = 10;
/**
 * Slows down on a busy machine instead of causing refusals that are not under test: three APIs take this many
 * concurrent requests of an organisation without queueing, four each.
 */
const MAX_UNDER_WAY = 12;
/**
 * An API refuses a request with 503 this late when the store does not answer a ping in time (api/http/overload.ts). While
 * the store runs, that is a machine without a free processor. Every other refusal comes earlier.
 */
const STARVED_MS = 4000;

/** Sends this many requests a second, as long as they are answered, until it is stopped. */
export class SteadyLoad {
  private readonly underWay = new Set<Promise<void>>();
  /** Refusals and requests without a response. */
  readonly failures: string[] = [];
  private readonly timer = setInterval(() => {
    this.tick();
  }, TICK_MS);
  sent = 0;
  /** How many of them were starved by the machine, and sent again as clients do. */
  repeated = 0;
  private nextAt = performance.now();

  /** @param send sends the request of this number, starting at 0 */
  constructor(
    private readonly perSecond: number,
    private readonly send: (number: number) => Promise<Reply>,
  ) {}

  /** Waits for the last responses. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private tick(): void {
    const now = performance.now();
    for (; this.nextAt <= now; this.nextAt += 1000 / this.perSecond) {
      if (this.underWay.size >= MAX_UNDER_WAY) continue;
      const answered = this.ask(this.sent).finally(() => this.underWay.delete(answered));
      this.underWay.add(answered);
      this.sent += 1;
    }
  }

  private async ask(number: number): Promise<void> {
    const began = performance.now();
    try {
      const { status, text, headers } = await this.send(number);
      if (status === 503 && performance.now() - began >= STARVED_MS) {
        this.repeated += 1;
        await wait(Number(headers.get('Retry-After')) * 1000);
        await this.ask(number);
      } else if (status !== 200) this.failures.push(`request ${number}: ${status} ${text}`);
    } catch (error) {
      this.failures.push(`request ${number}: ${String(error)}`);
    }
  }
}
