import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { KeyedLimiter } from '../../../shared/platform/keyed-limiter.js';

interface Work {
  readonly key: number;
  readonly id: number;
  readonly end: () => void;
}

const limitsOf = fc.record({
  maxRunning: fc.integer({ min: 1, max: 5 }),
  maxRunningPerKey: fc.integer({ min: 1, max: 4 }),
});
/** New work of a key, the end of the running work with this number, or a wait of it outside its permit. */
const commandOf = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const), number: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), number: fc.nat(9) }) },
);

/** A limiter with the work that was given to it, as an observer sees it. */
class Observed {
  readonly waiting: Work[] = [];
  readonly running: Work[] = [];
  readonly begun: Work[] = [];
  private readonly limiter: KeyedLimiter<number>;
  private ids = 0;

  constructor(readonly limits: { maxRunning: number; maxRunningPerKey: number }) {
    this.limiter = new KeyedLimiter(limits);
  }

  arrive(key: number): void {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const work: Work = { key, id: (this.ids += 1), end };
    this.waiting.push(work);
    void this.limiter.run(key, () => {
      this.waiting.splice(this.waiting.indexOf(work), 1);
      this.running.push(work);
      this.begun.push(work);
      return ended;
    });
  }

  async end(number: number): Promise<void> {
    const [work] = this.running.splice(number % this.running.length, 1);
    work?.end();
    await setImmediate();
  }

  count(list: readonly Work[], key: number): number {
    return list.filter((work) => work.key === key).length;
  }

  /** Whether work of the key would begin now, were it next. */
  hasPermit(key: number): boolean {
    const { maxRunning, maxRunningPerKey } = this.limits;
    return this.running.length < maxRunning && this.count(this.running, key) < maxRunningPerKey;
  }
}

/** Runs commands and the ends of all work, with a check after each. */
async function observe(
  limits: { maxRunning: number; maxRunningPerKey: number },
  commands: readonly { kind: 'arrive' | 'end'; number: number }[],
  check: (observed: Observed) => void,
): Promise<Observed> {
  const observed = new Observed(limits);
  for (const { kind, number } of commands) {
    if (kind === 'arrive') observed.arrive(number);
    else if (observed.running.length > 0) await observed.end(number);
    await setImmediate();
    check(observed);
  }
  while (observed.running.length > 0) {
    await observed.end(0);
    check(observed);
  }
  return observed;
}

const commandsOf = fc.array(commandOf, { maxLength: 40 });

describe('every sequence of work under a keyed limit', () => {
  it('keeps both limits, leaves no permit free that work waits for, and begins all work', async () => {
    await fc.assert(
      fc.asyncProperty(limitsOf, commandsOf, async (limits, commands) => {
        const { waiting } = await observe(limits, commands, (observed) => {
          expect(observed.running.length).to.be.at.most(limits.maxRunning);
          for (const { key } of observed.running)
            expect(observed.count(observed.running, key)).to.be.at.most(limits.maxRunningPerKey);
          for (const { key } of observed.waiting)
            expect(observed.hasPermit(key), `key ${key}`).to.equal(false);
        });
        expect(waiting).to.deep.equal([]);
      }),
      { numRuns: 200 },
    );
  });

  it('begins work of a key in the order of its arrival', async () => {
    await fc.assert(
      fc.asyncProperty(limitsOf, commandsOf, async (limits, commands) => {
        const { begun } = await observe(limits, commands, () => undefined);
        for (const key of [0, 1, 2, 3]) {
          const ids = begun.filter((work) => work.key === key).map(({ id }) => id);
          expect(ids).to.deep.equal(ids.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('begins work of another key at most once while work of a key waits below its limit', async () => {
    await fc.assert(
      fc.asyncProperty(limitsOf, commandsOf, async (limits, commands) => {
        // What has begun of each other key since a key began to wait below its limit.
        const passed = new Map<number, Work[]>();
        let seen = 0;
        await observe(limits, commands, (observed) => {
          const begun = observed.begun.slice(seen);
          seen = observed.begun.length;
          for (const key of [0, 1, 2, 3]) {
            const isHeldUp =
              observed.count(observed.waiting, key) > 0 &&
              observed.count(observed.running, key) < limits.maxRunningPerKey;
            if (!isHeldUp || begun.some((work) => work.key === key)) passed.delete(key);
            if (!isHeldUp) continue;
            const others = passed.get(key);
            passed.set(key, others ? [...others, ...begun] : []);
            for (const other of [0, 1, 2, 3])
              expect(observed.count(others ? [...others, ...begun] : [], other)).to.be.at.most(1);
          }
        });
      }),
      { numRuns: 200 },
    );
  });
});
