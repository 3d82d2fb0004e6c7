import { expect } from 'chai';
import { eventually } from '../../fixtures/eventually.js';
import {
  askingDevice,
  enrol,
  makeEnrolmentToken,
  type AskingDevice,
} from '../../fixtures/records/enrolment.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const DEVICES = 1000;

describe('a thousand devices that enrol at once', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  /** Asks as an agent does, until the service is not too busy; returns the status. */
  function asked(device: AskingDevice): Promise<number> {
    return eventually('an answer', async () => {
      const { status } = await enrol(fixture.api, device);
      return status === 503 ? undefined : status;
    });
  }

  it('are in the inventory once each, and one more than it may hold is not', async () => {
    const board = `board ${fixture.org}`;
    const { models } = fixture.api.deps.mongo;
    await models.hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [board] } });
    const { network } = fixture;
    const fields = { networkId: network._id, maxDevices: 2 * DEVICES };
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org, fields);
    const devices = Array.from({ length: DEVICES + 1 }, () => askingDevice(token, board));
    const statuses = await Promise.all(devices.map(asked));
    expect(statuses.filter((status) => status === 201)).to.have.length(DEVICES);
    expect(statuses.filter((status) => status === 422)).to.have.length(1);
    const own = { organisationId: fixture.org };
    const { deviceCount } = await models.organisations.findById(fixture.org).lean().orFail();
    const ofNetwork = (await models.networks.findById(network._id).lean().orFail()).deviceCount;
    const { places } = await models.enrolmentTokens.findById(token._id).lean().orFail();
    expect([deviceCount, ofNetwork, places]).to.deep.equal([DEVICES, DEVICES, DEVICES]);
    for (const records of [models.devices, models.masterInventory, models.deviceStates])
      expect(await (records as typeof models.devices).countDocuments(own)).to.equal(DEVICES);
  });
});
