import { expect } from 'chai';
import { LockHeld, LockLost } from '../../shared/platform/mongo/lock-store.js';
import { sharedApi, type TestApi } from '../fixtures/api.js';

describe('LockStore', () => {
  let api: TestApi;
  before(async () => {
    api = await sharedApi();
  });

  it('expires locks by the store’s clock, not by this machine’s', async () => {
    const { stores } = api.deps;
    const real = Date.now.bind(Date);
    const skewed = globalThis.Date;
    await stores.locks.hold('skewed', 0, async () => {
      globalThis.Date = new Proxy(skewed, {
        construct: (target, args: unknown[], newTarget) =>
          Reflect.construct(target, args.length === 0 ? [real() + 120_000] : args, newTarget) as Date,
      });
      const second = await stores.locks
        .hold('skewed', 0, () => Promise.resolve('taken'))
        .catch((error: unknown) => error)
        .finally(() => (globalThis.Date = skewed));
      expect(second).to.be.instanceOf(LockHeld);
    });
  });

  it('throws LockLost before the next batch of a holder whose lock has expired', async () => {
    const { locks } = api.deps.mongo.models;
    const { stores } = api.deps;
    const outcome: unknown = await stores.locks
      .hold('lost', 0, async (lock) => {
        await lock.check();
        await locks.updateOne({ _id: 'lost' }, { $set: { expiresAt: new Date(0) } });
        await stores.locks.hold('lost', 0, () => lock.check());
      })
      .catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(LockLost);
  });
});
