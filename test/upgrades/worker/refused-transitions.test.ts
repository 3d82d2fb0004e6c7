import { expect } from 'chai';
import {
  isDispatched,
  storedStatus,
  TRANSITIONS,
  UPGRADE_STATUSES,
  type DispatchedStatus,
  type UpgradeEvent,
  type UpgradeStatus,
} from '../../../shared/upgrades/domain/upgrade-status.js';
import type { Change } from '../../../shared/upgrades/domain/upgrade-change.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import type { DueDecision } from '../../../shared/upgrades/stores/dispatch-store.js';
import type { OpenUpgrade } from '../../../shared/upgrades/stores/open-upgrade-store.js';
import { TrackedUpgrade, NEW, OLD } from '../../fixtures/records/tracked-upgrade.js';
import { canTransition, sourcesOf } from '../../fixtures/transition-table.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { makeUser } from '../../fixtures/records/organisation.js';

describe('upgrades, transitions that are not in the table', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  /** An upgrade in this status, with the fields of that status. */
  async function standing(status: UpgradeStatus): Promise<TrackedUpgrade> {
    const tracked = await TrackedUpgrade.pending(service);
    const inFlight = isDispatched(status);
    await tracked.fixture.set(tracked.id, {
      status: storedStatus(status),
      inFlight,
      offeredAt: status === 'Pending' ? null : service.clock.now(),
      attempts: status === 'Pending' ? 0 : 1,
      deadlineAt: inFlight ? new Date(service.clock.now().getTime() + 600_000) : null,
    });
    return tracked;
  }

  function opened(upgrade: UpgradeRecord, status: DispatchedStatus): OpenUpgrade {
    const deadlineAt = upgrade.deadlineAt ?? service.clock.now();
    return { ...upgrade, id: upgrade._id, deviceId: upgrade.routerInventoryId, status, deadlineAt };
  }

  function eventOf(from: UpgradeStatus, to: UpgradeStatus): UpgradeEvent {
    return TRANSITIONS.find((row) => row.from === from && row.to === to)?.event ?? 'due';
  }

  function changeOf(from: DispatchedStatus, to: UpgradeStatus): Change {
    return { from, to, event: eventOf(from, to), set: {} } as Change;
  }

  /** The writes of reports, deadlines and the dispatch that lead to a status, with the statuses they may leave. */
  async function writeEveryWayTo(to: UpgradeStatus, upgrade: UpgradeRecord): Promise<void> {
    const { openUpgrades, dispatch } = service.deps.stores;
    const now = service.clock.now();
    for (const from of sourcesOf(to).filter(isDispatched)) {
      await openUpgrades.write([{ upgrade: opened(upgrade, from), change: changeOf(from, to) }], now);
    }
    if (to === 'Queued' || to === 'Skipped' || to === 'Cancelled') {
      const deadlineAt = to === 'Queued' ? new Date(now.getTime() + 600_000) : null;
      const decision = {
        upgrade,
        to,
        event: eventOf('Pending', to),
        message: null,
        deadlineAt,
      } as DueDecision;
      await dispatch.write([decision], now);
      await dispatch.replaceQueued([{ ...decision, upgrade: { ...upgrade, _id: upgrade._id + 1 } }], now);
    }
  }

  for (const from of UPGRADE_STATUSES) {
    const refused = UPGRADE_STATUSES.filter((to) => to !== from && !canTransition(from, to));
    it(`no report, deadline or dispatch leads from ${from} to ${refused.join(', ')}`, async () => {
      const tracked = await standing(from);
      const before = await tracked.now();
      for (const to of refused) {
        await writeEveryWayTo(to, before);
        expect(await tracked.now(), `${from} → ${to}`).to.deep.equal(before);
        if (!isDispatched(from)) continue;
        const write = service.deps.stores.openUpgrades.write(
          [{ upgrade: opened(before, from), change: changeOf(from, to) }],
          new Date(),
        );
        const error: unknown = await write.catch((thrown: unknown) => thrown);
        expect(error).to.be.an('error').with.property('message').that.includes(`from ${from} to ${to}`);
        expect(await tracked.now()).to.deep.equal(before);
      }
    });
  }

  for (const ended of ['Success', 'Failed', 'Skipped', 'Cancelled', 'Expired'] as const) {
    it(`${ended} is final: no report, deadline or request changes it`, async () => {
      const tracked = await standing(ended);
      const before = await tracked.now();
      for (const state of ['downloading', 'installing', 'success', 'failure']) {
        for (const firmware_version of [OLD, NEW]) {
          const order = await tracked.heartbeat({
            firmware_version,
            upgrade: { id: tracked.id, state, progress: 50 },
          });
          expect(order).to.equal(null);
        }
      }
      service.clock.advance(40 * 86_400);
      await service.dispatch();
      await service.sweep();
      const { token } = await makeUser(service.deps, tracked.fixture.org);
      const removal = await tracked.fixture.call('DELETE', `/upgrades/${tracked.id}`, { token });
      const change = await tracked.fixture.call('PUT', `/upgrades/${tracked.id}`, {
        token,
        body: { upgrade: { save_prev_config: true } },
      });
      expect([removal.status, change.status]).to.deep.equal([422, 422]);
      expect(await tracked.now()).to.deep.equal(before);
    });
  }
});
