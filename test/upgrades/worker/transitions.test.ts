import { expect } from 'chai';
import {
  findTransition,
  isDispatched,
  shownStatus,
  TRANSITIONS,
  type Transition,
  type TransitionRecord,
  type UpgradeStatus,
} from '../../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { TrackedUpgrade, NEW, OLD } from '../../fixtures/records/tracked-upgrade.js';
import { ROLLOUT_ROWS } from '../../rollouts/rollout-rows.js';
import { TestService } from '../../fixtures/records/test-service.js';

async function succeeds(tracked: TrackedUpgrade, path: string): Promise<TrackedUpgrade> {
  const body = { devices: [tracked.device.macId] };
  const { status, text } = await tracked.fixture.call('POST', path, { body });
  expect(status, text).to.equal(200);
  return tracked;
}

const removed = (tracked: TrackedUpgrade): Promise<TrackedUpgrade> =>
  succeeds(tracked, '/v1/access_points/remove_devices');

/** The part of the device loses its file. */
async function withoutFile(tracked: TrackedUpgrade): Promise<TrackedUpgrade> {
  const { releaseId } = await tracked.now();
  const { firmwareReleases } = tracked.fixture.api.deps.mongo.models;
  await firmwareReleases.updateOne({ _id: releaseId }, { $set: { urls: [] } });
  return tracked;
}

async function abandoned(tracked: TrackedUpgrade): Promise<TrackedUpgrade> {
  // The clock may have moved past the expiry of the first token.
  const { token } = await makeUser(tracked.fixture.api.deps, tracked.fixture.org);
  const { status, text } = await tracked.fixture.call('POST', `/v1/upgrades/${tracked.id}/abandon`, {
    token,
  });
  expect(status, text).to.equal(200);
  return tracked;
}

/** How each row of the table is reached. The key is the row, with a number when there are several ways. */
const FIXTURES: Readonly<Record<string, (service: TestService) => Promise<TrackedUpgrade>>> = {
  'Pending → Queued: due': async (service) => {
    const tracked = await TrackedUpgrade.pending(service);
    await service.dispatch();
    return tracked;
  },
  'Pending → Skipped: alreadyOnVersion': async (service) => {
    const tracked = await TrackedUpgrade.pending(service, { firmwareVersion: NEW });
    await service.dispatch();
    return tracked;
  },
  'Pending → Skipped: noFirmware': async (service) => {
    const tracked = await withoutFile(await TrackedUpgrade.pending(service));
    await service.dispatch();
    return tracked;
  },
  'Pending → Cancelled: leftOrganisation': async (service) => {
    const tracked = await TrackedUpgrade.pending(service);
    await service.deps.mongo.models.devices.deleteOne({ _id: tracked.device._id });
    await service.dispatch();
    return tracked;
  },
  'Pending → Cancelled: leftTarget': async (service) => {
    const fixture = await service.fixture();
    const device = await fixture.device({ network: fixture.network });
    await fixture.post({ aps: [`network:${fixture.network._id}`] });
    const tracked = await TrackedUpgrade.of(service, fixture, device);
    await succeeds(tracked, '/v1/access_points/release_devices');
    await service.dispatch();
    return tracked;
  },
  'Pending → Cancelled: leftOrganisation (2)': async (service) =>
    removed(await TrackedUpgrade.pending(service)),
  'Pending → Cancelled: cancelledByCaller': async (service) => {
    const tracked = await TrackedUpgrade.pending(service);
    const { scheduleId } = await tracked.now();
    service.failpoint = (failpoint) => {
      if (failpoint === 'schedule-cancelled') throw new Error('The process was killed');
    };
    const { status } = await tracked.fixture.call('DELETE', `/upgrades/schedules/${scheduleId}`);
    service.failpoint = () => undefined;
    expect(status).to.equal(500);
    await service.sweep();
    return tracked;
  },
  'Queued → Skipped: alreadyOnVersion': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    await tracked.heartbeat({ firmware_version: NEW });
    return tracked;
  },
  'Queued → Skipped: noFirmware': async (service) => {
    const tracked = await withoutFile(await TrackedUpgrade.at(service, 'Queued'));
    expect(await tracked.heartbeat()).to.equal(null);
    expect((await tracked.now()).offeredAt).to.equal(null);
    return tracked;
  },
  'Queued → Cancelled: leftOrganisation': async (service) =>
    removed(await TrackedUpgrade.at(service, 'Queued')),
  'Queued → Cancelled: leftOrganisation (2)': async (service) =>
    removed(await TrackedUpgrade.at(service, 'offered')),
  'Queued → Cancelled: replaced': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    await tracked.fixture.post({ aps: [`AP:${tracked.device._id}`] });
    await service.dispatch();
    return tracked;
  },
  'Queued → Downloading: reportedDownloading': async (service) => TrackedUpgrade.at(service, 'Downloading'),
  'Queued → Installing: reportedInstalling': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    await tracked.report('installing');
    return tracked;
  },
  'Queued → Verifying: versionSeen': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    await tracked.heartbeat({ firmware_version: NEW });
    return tracked;
  },
  'Queued → Expired: windowPassed': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    service.clock.advance(86_401);
    await service.sweep();
    return tracked;
  },
  'Downloading → Queued: downloadFailed': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.report('failure', { message: 'no route' });
    return tracked;
  },
  'Downloading → Failed: downloadExhausted': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    for (let tried = 1; tried < 4; tried += 1) {
      await tracked.report('failure');
      service.clock.advance(601);
      await tracked.heartbeat();
      await tracked.report('downloading');
    }
    await tracked.report('failure', { message: 'no route' });
    return tracked;
  },
  'Downloading → Installing: reportedInstalling': async (service) => TrackedUpgrade.at(service, 'Installing'),
  'Downloading → Verifying: versionSeen': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.heartbeat({ firmware_version: NEW });
    return tracked;
  },
  'Downloading → Cancelled: leftOrganisation': async (service) =>
    removed(await TrackedUpgrade.at(service, 'Downloading')),
  'Downloading → Pending: aborted': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.report('aborted');
    return tracked;
  },
  'Downloading → Cancelled: recalled': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.fixture.set(tracked.id, { isRecalled: true });
    await tracked.report('aborted');
    return tracked;
  },
  'Downloading → Failed: abandoned': async (service) =>
    abandoned(await TrackedUpgrade.at(service, 'Downloading')),
  'Installing → Failed: installFailed': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Installing');
    await tracked.report('failure', { message: 'bad checksum' });
    return tracked;
  },
  'Installing → Failed: stalled': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Installing');
    await tracked.heartbeatsFor(1800, { upgrade: { id: tracked.id, state: 'installing' } });
    await service.sweep();
    return tracked;
  },
  'Installing → Failed: abandoned': async (service) =>
    abandoned(await TrackedUpgrade.at(service, 'Installing')),
  'Installing → Verifying: versionSeen': async (service) => TrackedUpgrade.at(service, 'Verifying'),
  'Verifying → Success: soaked': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    await tracked.heartbeatsFor(300, { firmware_version: NEW });
    return tracked;
  },
  'Verifying → Failed: soakBroken': async (service) => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    service.clock.advance(60);
    await tracked.heartbeat({ firmware_version: OLD });
    return tracked;
  },
  'Verifying → Failed: abandoned': async (service) =>
    abandoned(await TrackedUpgrade.at(service, 'Verifying')),
  'Verifying → Failed: leftOrganisation': async (service) =>
    removed(await TrackedUpgrade.at(service, 'Verifying')),
};

/** The other fields that a record of each status must have. */
function expectWhole(upgrade: UpgradeRecord): void {
  const dispatched = isDispatched(shownStatus(upgrade.status));
  expect(upgrade.inFlight, 'inFlight').to.equal(dispatched);
  expect(upgrade.deadlineAt !== null, 'has a deadline').to.equal(dispatched);
  if (!dispatched) expect(upgrade.nextAttemptAt).to.equal(null);
}

/** The transitions are joined from Pending to the status of the upgrade. */
function expectChain(history: readonly TransitionRecord[], status: UpgradeStatus): void {
  expect(history.map(({ from }) => from)).to.deep.equal([
    'Pending',
    ...history.slice(0, -1).map(({ to }) => to),
  ]);
  expect(history.at(-1)?.to).to.equal(status);
  for (const row of history) expect(findTransition(row.from, row.to, row.event)).to.include({ to: row.to });
}

describe('upgrades, the table of transitions', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  const name = (row: Transition): string => `${row.from} → ${row.to}: ${row.event}`;
  const rowOf = (title: string): string => title.replace(/ \(\d\)$/, '');

  it('has a test for every row that plain upgrades take', () => {
    const plain = TRANSITIONS.map(name).filter((row) => !ROLLOUT_ROWS.includes(row));
    expect([...new Set(Object.keys(FIXTURES).map(rowOf))]).to.have.members(plain);
  });

  for (const [title, makeFixture] of Object.entries(FIXTURES)) {
    // docs/interface.md#statuses
    it(title, async () => {
      const row = TRANSITIONS.find((candidate) => name(candidate) === rowOf(title));
      if (!row) throw new Error('The table has no such row');
      const tracked = await makeFixture(service);
      const upgrade = await tracked.now();
      expect(shownStatus(upgrade.status)).to.equal(row.to);
      expectWhole(upgrade);
      const history = await tracked.history();
      expect(history.at(-1)).to.deep.equal({ ...row, at: upgrade.statusSince });
      expectChain(history, row.to);
      // The clock may have moved past the expiry of the first token.
      const { token } = await makeUser(service.deps, tracked.fixture.org);
      const { text } = await tracked.fixture.call('GET', `/upgrades/${tracked.id}.json`, { token });
      expect(JSON.parse(text)).to.have.nested.property('data.upgrades.status', row.to);
      expect(text).not.to.include('history');
    });
  }
});
