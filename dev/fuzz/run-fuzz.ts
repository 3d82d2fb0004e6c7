import { Agent } from 'node:http';
import fc from 'fast-check';
import { count } from './count.js';
import type { KnownValues } from './fuzz-fleet.js';
import { fuzzRequest, type FuzzRequest } from './fuzz-request.js';
import { judgeAnswer, SLOW_MS } from './judge-answer.js';
import type { Operation } from './read-operations.js';
import { sendRequest } from './send-request.js';

const REQUESTS_PER_SEED = 50;
const CONCURRENCY = 8;

export interface FuzzPlan {
  readonly url: string;
  readonly operations: readonly Operation[];
  /** The first organisation is the victim: it sends no requests, and the others request its records. */
  readonly known: readonly KnownValues[];
  readonly seed: number;
  readonly requests: number;
}

/** A fault. `npm run fuzz -- --seed <seed> --requests 50` repeats the requests of its seed. */
export interface FuzzFault {
  readonly seed: number;
  readonly problem: string;
  readonly request: string;
  readonly answer: string;
}

export interface FuzzResult {
  readonly sent: number;
  readonly byOperation: ReadonlyMap<string, number>;
  readonly byStatus: ReadonlyMap<string, number>;
  readonly faults: readonly FuzzFault[];
}

/**
 * Sends the planned requests, a few concurrently, and judges every answer. Runs with the same seed send the same
 * requests.
 */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const [byOperation, byStatus] = [new Map<string, number>(), new Map<string, number>()];
  const faults: FuzzFault[] = [];
  let sent = 0;

  async function sendOne(request: FuzzRequest, seed: number): Promise<void> {
    const answer = await sendRequest(plan.url, request, agent);
    sent += 1;
    count(byOperation, request.operation);
    count(byStatus, String(answer.status ?? 'closed'));
    const problems = judgeAnswer(request, answer);
    if (answer.ms > SLOW_MS) {
      // Reports only a request that is slow twice: the machine may have been busy.
      const again = await sendRequest(plan.url, request, agent);
      if (again.ms > SLOW_MS)
        problems.push(`took ${Math.round(answer.ms)} ms, then ${Math.round(again.ms)} ms`);
    }
    for (const problem of problems)
      faults.push({ seed, problem, request: shown(request), answer: answer.text.slice(0, 300) });
  }

  for (let block = 0; block * REQUESTS_PER_SEED < plan.requests; block += 1) {
    const seed = plan.seed + block;
    const requests = blockOf(plan, seed).slice(0, plan.requests - block * REQUESTS_PER_SEED);
    const lanes = Array.from({ length: CONCURRENCY }, async () => {
      for (let next = requests.pop(); next; next = requests.pop()) await sendOne(next, seed);
    });
    await Promise.all(lanes);
  }
  agent.destroy();
  return { sent, byOperation, byStatus, faults };
}

/** The requests of a seed. Each continues the row of operations where that of the seed before ended, so none is missed. */
function blockOf({ operations, known }: FuzzPlan, seed: number): FuzzRequest[] {
  const [victim, ...callers] = known;
  const own = callers[Math.abs(seed) % callers.length];
  const other = seed % 2 === 0 ? victim : callers[Math.abs(seed + 1) % callers.length];
  if (!own || !other) throw new Error('At least three organisations are needed');
  const first = Math.abs(seed) * REQUESTS_PER_SEED;
  const requests = Array.from({ length: REQUESTS_PER_SEED }, (_, index) => {
    const operation = operations[(first + index) % operations.length];
    if (!operation) throw new Error('The API document has no operation');
    return fuzzRequest(operation, own, other);
  });
  return fc.sample(fc.tuple(...requests), { seed, numRuns: 1 }).flat();
}

function shown({ method, path, headers, body }: FuzzRequest): string {
  const { authorization: _, ...others } = headers;
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(others)} ${body?.toString().slice(0, 800) ?? ''}`;
}
