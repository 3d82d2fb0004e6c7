import { expect } from 'chai';
import type { Database } from '../../../shared/composition/database.js';
import { deliverWebhook } from '../../../shared/webhooks/operations/deliver/deliver-webhook.js';
import { announceDeafPeriods } from '../../../shared/webhooks/operations/announce-deaf-periods.js';
import { watchHeartbeats } from '../../../shared/deaf-periods/operations/watch-heartbeats.js';
import { newMemory } from '../../../shared/deaf-periods/operations/watch-memory.js';
import { eventually } from '../../fixtures/eventually.js';
import { FleetFixture, deviceEntry, smallFleet } from '../../fixtures/records/fleet.js';
import type { HeartbeatFields, TestService } from '../../fixtures/records/test-service.js';
import { makeUplink } from '../../fixtures/records/uplink.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import { StagedFleet } from '../../bulk/staged-fleet.js';
import { observe, runLoop } from '../../../dev/run-loop.js';

/** Runs work and records its commands. */
type Record = <T>(run: () => Promise<T>) => Promise<T>;

/** Runs the worker's jobs, with heartbeats in between. */
export async function runEveryJob(
  service: TestService,
  organisation: UpgradeFixture,
  record: Record,
): Promise<void> {
  const device = await organisation.device({ network: organisation.network });
  await organisation.post({ aps: [`network:${organisation.network._id}`] });
  const sweep = () => record(() => service.sweep());
  await sweep();
  const count = () => record(() => runLoop('upgradeCounts', service.deps));
  await count();
  await record(() => service.dispatch());
  const order = await service.acceptedHeartbeat(device);
  await service.acceptedHeartbeat(device, { upgrade: { id: order?.id ?? 0, state: 'downloading' } });
  await organisation.post({ aps: [`AP:${device._id}`], version: '1.9.0', upgrade_type: 'manual' });
  await record(() => service.dispatch());
  await sweep();
  service.clock.advance(86_500);
  await sweep();
  await count();
  await record(() => service.deps.stores.upgrades.openCounts());
  const { models } = service.deps.mongo;
  const { _id } = await makeUplink(service.deps, device);
  await models.uplinks.updateOne({ _id }, { $set: { isDeleted: true, deletedAt: service.clock.now() } });
  service.clock.advance(401 * 86_400);
  await sweep();
}

/** Watches while devices are heard, while they are not, and when they are heard again. */
async function watchForDeafPeriods({ deps, clock }: TestService): Promise<void> {
  await deps.heartbeatCounter.flush();
  const memory = newMemory();
  const watching = {
    ...deps,
    devicesUp: async () => {
      await deps.stores.tallies.upByOrganisation();
      return new Map([[1, 40]]);
    },
    countOffered: (...args: Parameters<typeof deps.stores.upgrades.countOffered>) =>
      deps.stores.upgrades.countOffered(...args),
  };
  await watchHeartbeats(watching, memory);
  clock.advance(600);
  await watchHeartbeats(watching, memory);
  deps.heartbeatCounter.stored([{ at: clock.now() }]);
  await deps.heartbeatCounter.flush();
  clock.advance(1);
  await watchHeartbeats(watching, memory);
  await announceDeafPeriods(deps);
}

/** Runs what the worker does every second: ticks and previews of rollouts, ends of upgrades, and due webhooks. */
export async function runEverySecond(
  service: TestService,
  organisation: UpgradeFixture,
  record: Record,
): Promise<void> {
  const { deps, clock } = service;
  const device = await organisation.device({ network: organisation.network, firmwareVersion: '1.9.0' });
  const beat = (fields: HeartbeatFields) => service.acceptedHeartbeat(device, fields);
  await beat({ firmware_version: '1.9.0' });
  const types = ['upgrades.finished', 'rollout.completed'];
  await organisation.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types } });
  const body = {
    name: 'All',
    version: '1.10.0',
    targets: [`AP:${device._id}`],
    stages: [{ percent: 100, soak_minutes: 0 }],
  };
  const made = await organisation.call('POST', '/v1/rollouts', { body });
  const { id } = (made.body as { data: { rollout: { id: number } } }).data.rollout;
  await organisation.call('POST', `/v1/rollouts/${id}/preview`);
  await record(() => runLoop('previews', deps));
  await organisation.call('POST', `/v1/rollouts/${id}/start`);
  const tick = async (seconds = 1): Promise<void> => {
    clock.advance(seconds);
    await record(() => observe(deps));
    await record(() => runLoop('rollouts', deps));
  };
  for (let count = 0; count < 4; count += 1) {
    await tick();
    // The comparison with the preview.
    await record(() => runLoop('previews', deps));
  }
  await record(() => runLoop('refreshes', deps));
  await record(() => runLoop('bulk', deps));
  const order = await eventually('an offer', () => beat({ firmware_version: '1.9.0' }));
  await beat({ upgrade: { id: order.id, state: 'installing' } });
  await beat({ firmware_version: '1.10.0' });
  for (let count = 0; count < 12; count += 1) {
    await tick(30);
    await beat({ firmware_version: '1.10.0' });
  }
  const { state } = await deps.mongo.models.rollouts.findOne({ _id: id }).orFail().lean();
  expect(state).to.equal('Completed');
  await runStaged(service, record);
  await record(() => runLoop('ends', deps));
  const due = await record(() => deps.stores.senders.due(new Date(0), clock.now(), 10));
  expect(due).to.have.length(1);
  await record(() => deps.stores.senders.oldestDue(clock.now()));
  const addressesOf = () => Promise.reject(new Error('No test sends to a public address'));
  for (const webhook of due) await record(() => deliverWebhook({ ...deps, hosts: { addressesOf } }, webhook));
  await record(() => watchForDeafPeriods(service));
}

/** Imports a fleet twice. */
export async function importTwice(
  record: <T>(run: () => Promise<T>, mongo: Database) => Promise<T>,
): Promise<void> {
  const fixture = await FleetFixture.open();
  const fleet = { ...smallFleet(), devices: [deviceEntry(1, { location_network_id: 1 }), deviceEntry(2)] };
  try {
    for (let time = 0; time < 2; time += 1) await record(() => fixture.import(fleet), fixture.database.mongo);
  } finally {
    await fixture.close();
  }
}

/** Runs a bulk operation that a canary refuses. */
async function runStaged(service: TestService, record: Record): Promise<void> {
  const fleet = await StagedFleet.open(service, { _id: 900_000 });
  const [canary, second] = [await fleet.managed(), await fleet.managed()];
  const id = await fleet.start([canary.id, second.id]);
  await record(() => fleet.pass());
  await canary.refuse();
  await record(() => fleet.pass(10));
  expect(await fleet.show(id)).to.include({ state: 'completed', failed_count: 1 });
}
