import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../fixtures/eventually.js';
import { DOWN_AFTER_S, OutageFixture } from './outage-fixture.js';
import { OutageFleet } from './outage-fleet.js';
import type { Outage } from './outages.js';

/** Leads devices through outages of so many times DOWN_AFTER_S, and expects that none harms a healthy device. */
export function describeOutage(outage: Outage, factors: readonly number[]): void {
  describe(`when ${outage.name}`, () => {
    let fixture: OutageFixture;
    before(async () => {
      fixture = await OutageFixture.open(outage.hasGateway);
    });
    after(() => fixture.close());

    for (const factor of factors)
      it(`for ${factor} times DOWN_AFTER_S`, async () => {
        const begun = new Date();
        const fleet = await OutageFleet.open(fixture);
        try {
          await fleet.prepare();
          await leadThrough(fleet, outage, factor);
          await expectNoHarm(fleet);
          await expectDeathFound(fleet);
          if (outage.isDeaf) await expectPeriods(fixture, begun);
        } finally {
          await fleet.devices.stop();
        }
      });
  });
}

async function leadThrough(fleet: OutageFleet, outage: Outage, factor: number): Promise<void> {
  const { fixture, devices, groups, all } = fleet;
  fleet.urlOf = (device) => outage.urlOf?.(fixture, all.indexOf(device));
  await fleet.ageCanary();
  await outage.begin(fixture);
  try {
    devices.die(groups.dying);
    devices.finish(groups.installing);
    devices.apply(devices.fetching);
    await wait(factor * DOWN_AFTER_S * 1000);
  } finally {
    await outage.end(fixture);
  }
  fleet.urlOf = () => undefined;
}

/** Every healthy device ends its upgrade, nothing is rolled back or held, and no device is reported as down. */
async function expectNoHarm(fleet: OutageFleet): Promise<void> {
  const { fixture, organisation, groups, healthy } = fleet;
  const { models } = fixture.service.deps.mongo;
  const { downloading, installing, soaking, rollout } = groups;
  const upgraded = [...downloading, ...installing, ...soaking, ...rollout];
  const isOpen = (status: string): boolean => /^(|Queued|Downloading|Installing|Verifying)$/.test(status);
  let statuses: string[] = [];
  await eventually('every upgrade of a healthy device has ended', async () => {
    fleet.devices.finish(upgraded);
    statuses = await fleet.statuses(upgraded);
    return !statuses.some(isOpen);
  }).catch((error: unknown) => {
    throw new Error(`They are: ${statuses.join(', ')}`, { cause: error });
  });
  expect(statuses).to.deep.equal(upgraded.map(() => 'Success'));
  await eventually('the rollout has ended', async () => {
    const { state } = await models.rollouts.findById(fleet.rolloutId).lean().orFail();
    return state !== 'Running';
  });
  const rollouts = await models.rollouts.find({ organisationId: organisation.org }).lean();
  expect(rollouts.map(({ state }) => state)).to.deep.equal(['Completed']);
  await fleet.settle();
  const holds = await models.auditEntries.countDocuments({
    organisationId: organisation.org,
    action: 'configuration.held',
  });
  expect(holds, 'configurations held').to.equal(0);
  const ids = new Set(healthy.map(({ _id }) => _id));
  const events = await models.deviceEvents
    .find({ organisationId: organisation.org, kind: 'went_down' })
    .lean();
  const down = events.filter(({ deviceId }) => ids.has(deviceId));
  expect(down, 'healthy devices reported as down').to.deep.equal([]);
}

/** The upgrade of the device that died meanwhile fails, and the device is reported as down. */
async function expectDeathFound(fleet: OutageFleet): Promise<void> {
  const { models } = fleet.fixture.service.deps.mongo;
  const { dying, downloading } = fleet.groups;
  await eventually('its upgrade has failed', async () => /Failed/.test((await fleet.statuses(dying)).join()));
  await eventually('it is reported as down', () =>
    models.deviceEvents.exists({ deviceId: dying[0]?._id ?? 0, kind: 'went_down' }),
  );
  expect(await fleet.statuses(downloading)).to.deep.equal(downloading.map(() => 'Success'));
}

async function expectPeriods({ service }: OutageFixture, begun: Date): Promise<void> {
  const { deafPeriods } = service.deps.mongo.models;
  expect(await deafPeriods.countDocuments({ to: { $gt: begun } }), 'deaf periods').to.be.above(0);
}
