import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import { headerOf } from '../../../dev/mail-receiver.js';
import { timeSortKey } from '../../../shared/inventory/domain/device-search.js';
import { batchesOf } from '../../../shared/platform/mongo/batches.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { useMails } from '../mail-fixture.js';

const NETWORKS = 5000;
const DEVICES = 100_000;
const ADMINISTRATORS = 20;
const INTERVAL_S = 60;

// docs/alerts.md#mails-3
describe('a power cut of 100,000 devices', function () {
  this.timeout(1_800_000);
  const used = useMails();

  it('opens one alert a network, and sends one digest to each user', async () => {
    const { service, alerts } = used;
    const { deps, clock } = service;
    const { models } = deps.mongo;
    const { org } = alerts.fleet;
    await models.organisations.updateOne({ _id: org }, { $set: { noOfAps: 2 * DEVICES } });
    const first = await deps.stores.ids.reserve('networks', NETWORKS);
    const networks = Array.from({ length: NETWORKS }, (_, index) => ({
      _id: first + index,
      organisationId: org,
      networkName: `Site ${index}`,
      deviceCount: 0,
    }));
    await models.networks.insertMany(networks, { lean: true });
    const made: number[] = [];
    for (const batch of batchesOf(networks, 500)) {
      const devices = await makeDevices(deps, org, batch.length * (DEVICES / NETWORKS), (index) => ({
        network: batch[index % batch.length] ?? null,
      }));
      made.push(...devices.map(({ _id }) => _id));
    }
    for (let more = 1; more < ADMINISTRATORS; more += 1) await makeUser(deps, org);
    // Each device sends its last heartbeat somewhere in the minute before the cut.
    const cut = clock.now().getTime();
    for (const batch of batchesOf(made))
      await models.deviceStates.bulkWrite(
        batch.map((_id) => {
          const at = new Date(cut - ((_id * 7919) % (INTERVAL_S * 1000)));
          const set = { lastHeartbeatAt: at, sortKey: timeSortKey(at, _id) };
          return { updateOne: { filter: { _id, organisationId: org }, update: { $set: set } } };
        }),
      );
    // Another device is heard all the time, so that the service is not deaf.
    clock.advance(120);
    for (let second = 120; second < 600; second += 5) {
      await alerts.fleet.hear(0);
      while ((await runLoop('alerts', deps)).isMore);
      while ((await runLoop('alertNotices', deps)).isMore);
      while ((await runLoop('mails', deps)).isMore);
      clock.advance(5);
    }
    const opened = await models.alerts.countDocuments({ organisationId: org, kind: 'network_down' });
    expect(opened).to.be.at.least(NETWORKS);
    expect(
      await models.alerts.countDocuments({ organisationId: org, kind: 'device_down', state: 'open' }),
    ).to.be.at.most(12);
    const digests = used.received.filter((mail) => /^\d{3,} alerts/.test(headerOf(mail, 'Subject')));
    const receivers = digests.flatMap(({ to }) => to);
    expect(receivers).to.have.length(ADMINISTRATORS);
    expect(new Set(receivers).size).to.equal(ADMINISTRATORS);
  });
});
