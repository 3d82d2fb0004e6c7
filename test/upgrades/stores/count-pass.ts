import { expect } from 'chai';
import type { Stores } from '../../../shared/composition/deps.js';
import type { HeldLock } from '../../../shared/platform/mongo/lock-store.js';
import { countUpgrades } from '../../../shared/upgrades/operations/count-upgrades.js';

/**
 * A pass of the worker over the upgrades of one organisation.
 * @param diesAt the worker dies at this check of its lease; 0: it does not
 */
export async function countPass(
  { upgradeCounts: all }: Stores,
  only: number,
  now: () => Date,
  diesAt = 0,
): Promise<void> {
  let checks = 0;
  const lease: HeldLock = {
    check() {
      checks += 1;
      return checks === diesAt ? Promise.reject(new Error('Killed')) : Promise.resolve();
    },
  };
  const upgradeCounts = {
    ...all,
    async *due(since: Date) {
      for await (const id of all.due(since)) if (id === only) yield id;
    },
  };
  const log = { warn: (fields: { err?: unknown }) => expect(fields.err).to.be.an('error') };
  await countUpgrades({ stores: { upgradeCounts }, now, log } as never, { lease });
}
