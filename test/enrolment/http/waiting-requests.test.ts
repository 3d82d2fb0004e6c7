import { expect } from 'chai';
import {
  askingDevice,
  enrol,
  makeEnrolmentToken,
  waitingEnrolment,
} from '../../fixtures/records/enrolment.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('a request that waits', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  // docs/enrolment.md#enrol-8
  it('is kept as long as its device asks', async () => {
    const { enrolments } = fixture.api.deps.mongo.models;
    const token = await makeEnrolmentToken(fixture.api.deps, fixture.org);
    const device = askingDevice(token);
    const id = await waitingEnrolment(fixture.api, device);
    const asked = async () => (await enrolments.findById(id).lean().orFail()).askedAt;
    const first = await asked();
    await waitingEnrolment(fixture.api, device);
    expect(await asked()).to.deep.equal(first);
    const old = new Date(Date.now() - 7_200_000);
    await enrolments.updateOne({ _id: id }, { $set: { askedAt: old } });
    expect((await enrol(fixture.api, { ...device, nonce: 'e'.repeat(64) })).status).to.equal(409);
    expect(await asked()).to.deep.equal(old);
    expect(await waitingEnrolment(fixture.api, device)).to.equal(id);
    expect(await asked()).to.be.above(old);
    const { body } = await fixture.call('GET', '/v1/enrolments');
    const [shown] = (body as { data: { enrolments: { asked_at: string }[] } }).data.enrolments;
    expect(shown?.asked_at).to.equal((await asked()).toISOString());
  });
});
