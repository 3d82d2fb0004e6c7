import { expect } from 'chai';
import {
  canTransition,
  isReleased,
  sourcesOf,
  storedStatus,
  UPGRADE_STATUSES,
  type ReleasedStatus,
  type UpgradeStatus,
} from '../../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import type { OpenUpgrade } from '../../../shared/upgrades/stores/open-upgrade-store.js';
import { Journey, NEW, OLD } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';
import { makeUser } from '../../fixtures/records/organisation.js';

describe('upgrades, what is not in the table of transitions', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  /** An upgrade that stands in this status, as it would. */
  async function standing(status: UpgradeStatus): Promise<Journey> {
    const journey = await Journey.pending(stage);
    const released = isReleased(status);
    await journey.world.set(journey.id, {
      status: storedStatus(status),
      released,
      toldAt: status === 'Pending' ? null : stage.clock.now(),
      attempts: status === 'Pending' ? 0 : 1,
      deadlineAt: released ? new Date(stage.clock.now().getTime() + 600_000) : null,
    });
    return journey;
  }

  function opened(upgrade: UpgradeRecord, status: ReleasedStatus): OpenUpgrade {
    const deadlineAt = upgrade.deadlineAt ?? stage.clock.now();
    return { ...upgrade, id: upgrade._id, deviceId: upgrade.routerInventoryId, status, deadlineAt };
  }

  /** Every write of the stores that leads to a status, each from where it may come. */
  async function writeEveryWayTo(to: UpgradeStatus, upgrade: UpgradeRecord): Promise<void> {
    const { openUpgrades, releases } = stage.deps.stores;
    const now = stage.clock.now();
    for (const from of sourcesOf(to).filter(isReleased)) {
      const change = { from, to, event: null, set: {} };
      await openUpgrades.write([{ upgrade: opened(upgrade, from), change }], now);
    }
    if (to === 'Queued' || to === 'Skipped' || to === 'Cancelled') {
      const deadlineAt = to === 'Queued' ? new Date(now.getTime() + 600_000) : null;
      const decision = { upgrade, to, message: null, deadlineAt };
      await releases.release([decision], now);
      await releases.replaceQueued([{ ...decision, upgrade: { ...upgrade, _id: upgrade._id + 1 } }], now);
    }
  }

  for (const from of UPGRADE_STATUSES) {
    const refused = UPGRADE_STATUSES.filter((to) => to !== from && !canTransition(from, to));
    it(`${from}: nothing leads to ${refused.join(', ')}`, async () => {
      const journey = await standing(from);
      const before = await journey.now();
      for (const to of refused) {
        await writeEveryWayTo(to, before);
        expect(await journey.now(), `${from} → ${to}`).to.deep.equal(before);
        if (!isReleased(from)) continue;
        const change = { from, to, event: null, set: {} };
        const write = stage.deps.stores.openUpgrades.write(
          [{ upgrade: opened(before, from), change }],
          new Date(),
        );
        const error: unknown = await write.catch((thrown: unknown) => thrown);
        expect(error).to.be.an('error').with.property('message').that.includes(`from ${from} to ${to}`);
        expect(await journey.now()).to.deep.equal(before);
      }
    });
  }

  for (const ended of ['Success', 'Failed', 'Skipped', 'Cancelled', 'Expired'] as const) {
    it(`${ended} stays as it is, whatever the device says, the clock shows or a caller asks`, async () => {
      const journey = await standing(ended);
      const before = await journey.now();
      for (const state of ['downloading', 'installing', 'success', 'failure']) {
        for (const firmware_version of [OLD, NEW]) {
          const order = await journey.says({
            firmware_version,
            upgrade: { id: journey.id, state, progress: 50 },
          });
          expect(order).to.equal(null);
        }
      }
      stage.clock.advance(40 * 86_400);
      await stage.release();
      await stage.sweep();
      const { token } = await makeUser(stage.deps, journey.world.org);
      const removal = await journey.world.call('DELETE', `/upgrades/${journey.id}`, { token });
      const change = await journey.world.call('PUT', `/upgrades/${journey.id}`, {
        token,
        body: { upgrade: { save_prev_config: true } },
      });
      expect([removal.status, change.status]).to.deep.equal([422, 422]);
      expect(await journey.now()).to.deep.equal(before);
    });
  }
});
