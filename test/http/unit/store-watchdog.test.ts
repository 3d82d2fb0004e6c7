import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from 'koa';
import { createCapacity } from '../../../api/http/capacity.js';
import { storeWatchdog } from '../../../api/http/overload.js';
import type { Database } from '../../../shared/composition/database.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { HeldTimers } from '../../fixtures/held-timers.js';

const CHECK_AFTER_MS = 3000;
const PING_MS = 1000;
const WAIT_MS = 4000;
const never = (): Promise<never> => new Promise(() => undefined);

const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.refusal : error),
  );

/** By the timers of the service, whatever the speed of the machine. */
describe('a request is refused within five seconds', () => {
  let timers: HeldTimers;
  beforeEach(() => {
    timers = new HeldTimers(CHECK_AFTER_MS, PING_MS, WAIT_MS);
  });
  afterEach(() => {
    timers.restore();
  });

  /** Runs a request beside a database that answers a ping like this. */
  function watched(ping: () => Promise<void>, request: () => Promise<void>): Promise<unknown> {
    const watch = storeWatchdog({ ping } as Database);
    return refusalOf(watch({} as Context, request) as Promise<unknown>);
  }

  // docs/http.md#errors
  it('when the database answers neither the request nor a ping', async () => {
    const refusal = watched(never, never);
    timers.end(CHECK_AFTER_MS);
    await setImmediate();
    timers.end(PING_MS);
    expect(await refusal).to.equal('storeUnreachable');
    expect(timers.set).to.deep.equal([CHECK_AFTER_MS, PING_MS]);
  });

  it('and goes on as long as the database answers a ping', async () => {
    let end = (): void => undefined;
    const refusal = watched(
      () => Promise.resolve(),
      () => new Promise((resolve) => (end = resolve)),
    );
    timers.end(CHECK_AFTER_MS);
    await setImmediate();
    timers.end(PING_MS);
    await setImmediate();
    end();
    expect(await refusal).to.equal('none');
    expect(timers.waiting).to.equal(0);
  });

  it('and leaves no timer when it is answered earlier', async () => {
    expect(await watched(never, () => Promise.resolve())).to.equal('none');
    expect(timers.waiting).to.equal(0);
  });

  it('when its organisation has no place for it', async () => {
    const { operations } = createCapacity({ maxInFlight: 100 });
    for (let running = 0; running < 4; running += 1) void operations.run(1, never);
    const refusal = refusalOf(operations.run(1, never));
    expect(timers.set).to.deep.equal([WAIT_MS]);
    timers.end(WAIT_MS);
    expect(await refusal).to.equal('overloaded');
  });
});
