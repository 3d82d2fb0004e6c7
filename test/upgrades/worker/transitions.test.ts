import { expect } from 'chai';
import {
  shownStatus,
  TRANSITIONS,
  type StoredStatus,
  type Transition,
} from '../../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { Journey, NEW, OLD } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';

type Walk = (stage: UpgradeStage) => Promise<Journey>;

async function succeeds(journey: Journey, path: string): Promise<Journey> {
  const body = { devices: [journey.device.macId] };
  const { status, text } = await journey.world.call('POST', path, { body });
  expect(status, text).to.equal(200);
  return journey;
}

const removed = (journey: Journey): Promise<Journey> => succeeds(journey, '/v1/access_points/remove_devices');

/** How each row of the table comes about; its key is the row. */
const WALKS: Readonly<Record<string, Walk>> = {
  'Pending → Queued: due': async (stage) => {
    const journey = await Journey.pending(stage);
    await stage.release();
    return journey;
  },
  'Pending → Skipped: alreadyOnVersion': async (stage) => {
    const journey = await Journey.pending(stage, { firmwareVersion: NEW });
    await stage.release();
    return journey;
  },
  'Pending → Cancelled: leftOrganisation': async (stage) => {
    const journey = await Journey.pending(stage);
    await stage.deps.mongo.models.devices.deleteOne({ _id: journey.device._id });
    await stage.release();
    return journey;
  },
  'Pending → Cancelled: leftTarget': async (stage) => {
    const world = await stage.world();
    const device = await world.device({ network: world.network });
    await world.post({ aps: [`network:${world.network._id}`] });
    const journey = await Journey.of(stage, world, device);
    await succeeds(journey, '/v1/access_points/release_devices');
    await stage.release();
    return journey;
  },
  'Pending → Cancelled: cancelledByCaller': async (stage) => removed(await Journey.pending(stage)),
  'Queued → Skipped: alreadyOnVersion': async (stage) => {
    const journey = await Journey.at(stage, 'Queued');
    await journey.says({ firmware_version: NEW });
    return journey;
  },
  'Queued → Cancelled: leftOrganisation': async (stage) => removed(await Journey.at(stage, 'Queued')),
  'Queued → Cancelled: cancelledByCaller': async (stage) => removed(await Journey.at(stage, 'told')),
  'Queued → Cancelled: replaced': async (stage) => {
    const journey = await Journey.at(stage, 'told');
    await journey.world.post({ aps: [`AP:${journey.device._id}`] });
    await stage.release();
    return journey;
  },
  'Queued → Downloading: reportedDownloading': async (stage) => Journey.at(stage, 'Downloading'),
  'Queued → Installing: reportedInstalling': async (stage) => {
    const journey = await Journey.at(stage, 'told');
    await journey.reports('installing');
    return journey;
  },
  'Queued → Verifying: versionSeen': async (stage) => {
    const journey = await Journey.at(stage, 'told');
    await journey.says({ firmware_version: NEW });
    return journey;
  },
  'Queued → Expired: windowPassed': async (stage) => {
    const journey = await Journey.at(stage, 'Queued');
    stage.clock.advance(86_401);
    await stage.sweep();
    return journey;
  },
  'Downloading → Queued: downloadFailed': async (stage) => {
    const journey = await Journey.at(stage, 'Downloading');
    await journey.reports('failure', { message: 'no route' });
    return journey;
  },
  'Downloading → Failed: downloadExhausted': async (stage) => {
    const journey = await Journey.at(stage, 'Downloading');
    for (let tried = 1; tried < 4; tried += 1) {
      await journey.reports('failure');
      stage.clock.advance(601);
      await journey.says();
      await journey.reports('downloading');
    }
    await journey.reports('failure', { message: 'no route' });
    return journey;
  },
  'Downloading → Installing: reportedInstalling': async (stage) => Journey.at(stage, 'Installing'),
  'Downloading → Verifying: versionSeen': async (stage) => {
    const journey = await Journey.at(stage, 'Downloading');
    await journey.says({ firmware_version: NEW });
    return journey;
  },
  'Downloading → Cancelled: leftOrganisation': async (stage) =>
    removed(await Journey.at(stage, 'Downloading')),
  'Installing → Failed: installFailed': async (stage) => {
    const journey = await Journey.at(stage, 'Installing');
    await journey.reports('failure', { message: 'bad checksum' });
    return journey;
  },
  'Installing → Verifying: versionSeen': async (stage) => Journey.at(stage, 'Verifying'),
  'Verifying → Success: soaked': async (stage) => {
    const journey = await Journey.at(stage, 'Verifying');
    await journey.livesOn(300, { firmware_version: NEW });
    return journey;
  },
  'Verifying → Failed: soakBroken': async (stage) => {
    const journey = await Journey.at(stage, 'Verifying');
    stage.clock.advance(60);
    await journey.says({ firmware_version: OLD });
    return journey;
  },
  'Verifying → Failed: leftOrganisation': async (stage) => removed(await Journey.at(stage, 'Verifying')),
};

/** What a record of each status must look like besides. */
function expectWhole(upgrade: UpgradeRecord): void {
  const released = ['Queued', 'Downloading', 'Installing', 'Verifying'].includes(upgrade.status);
  expect(upgrade.released, 'released').to.equal(released);
  expect(upgrade.deadlineAt !== null, 'has a deadline').to.equal(released);
  if (!released) expect(upgrade.nextAttemptAt).to.equal(null);
}

describe('upgrades, the table of transitions', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  const name = (row: Transition): string => `${row.from} → ${row.to}: ${row.event}`;

  it('has a test for every row', () => {
    expect(Object.keys(WALKS)).to.have.members(TRANSITIONS.map(name));
  });

  for (const row of TRANSITIONS) {
    it(`upgrades, transition ${name(row)}`, async () => {
      const journey = await WALKS[name(row)]?.(stage);
      if (!journey) throw new Error('There is no such walk');
      const upgrade = await journey.now();
      expect(shownStatus(upgrade.status as StoredStatus)).to.equal(row.to);
      expectWhole(upgrade);
      // The clock may have passed the end of the first token.
      const { token } = await makeUser(stage.deps, journey.world.org);
      const { text } = await journey.world.call('GET', `/upgrades/${journey.id}.json`, { token });
      expect(JSON.parse(text)).to.have.nested.property('data.upgrades.status', row.to);
    });
  }
});
