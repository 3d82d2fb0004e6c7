import { expect } from 'chai';

/** What came of one request. */
export interface Answer {
  readonly what: string;
  readonly sentAt: Date;
  readonly ms: number;
  /** null: the connection broke or nothing came. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Longer than anybody may have to wait, so that one that hangs is seen as such. */
const PATIENCE_MS = 20_000;
/** What a request is promised while a store is away (decisions, error 1108). */
const PROMISED_MS = 5000;

/** Requests to processes of their own, and how each was answered. */
export class Answers {
  readonly all: Answer[] = [];
  /** The longest that a request took which needs no store: the machine's doing, whatever else runs on it. */
  private slownessMs = 0;

  /** Never rejects: no answer is an answer, too. */
  async ask(what: string, method: string, url: string, secret: string, body?: unknown): Promise<Answer> {
    const sentAt = new Date();
    const started = performance.now();
    const record = (came: Pick<Answer, 'status' | 'retryAfter' | 'text'>): Answer => {
      const answer = { what, sentAt, ms: performance.now() - started, ...came };
      this.all.push(answer);
      return answer;
    };
    try {
      const response = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return record({ status: response.status, retryAfter: response.headers.get('Retry-After'), text });
    } catch (error) {
      return record({ status: null, retryAfter: null, text: String(error) });
    }
  }

  /** Asks for what needs no store, to learn how slow the machine is at the moment. */
  async feelMachine(url: string): Promise<void> {
    const started = performance.now();
    await fetch(`${url}/livez`).catch(() => undefined);
    this.slownessMs = Math.max(this.slownessMs, performance.now() - started);
  }

  /** Every request succeeded or was refused as the document of errors says, each in time. */
  expectPromised(): void {
    const broken = this.all.filter((answer) => !isPromised(answer, PROMISED_MS + this.slownessMs));
    const shown = broken.slice(0, 5).map(({ what, status, retryAfter, ms, text }) => {
      const told = `${status ?? 'no answer'}, Retry-After ${retryAfter ?? 'none'}`;
      return `${what}: ${told}, after ${Math.round(ms)} ms: ${text.slice(0, 120)}`;
    });
    expect(broken.length, `${broken.length} of ${this.all.length} answers:\n${shown.join('\n')}`).to.equal(0);
  }

  /** Nine of ten requests or more were served. */
  expectServed(): void {
    expect(this.count(503), 'refused').to.be.below(this.all.length / 10);
  }

  /** How many were answered with the status. */
  count(status: number): number {
    return this.all.filter((answer) => answer.status === status).length;
  }
}

function isPromised({ status, retryAfter, ms, text, what }: Answer, withinMs: number): boolean {
  if (status === null || ms > withinMs) return false;
  if (status < 300) return true;
  // Under /upgrades a refusal has no code (decisions, callers and access).
  const isCoded = /"error_code":1108\b/.test(text) || what.includes('/upgrades');
  return status === 503 && isCoded && Number(retryAfter) > 0;
}
