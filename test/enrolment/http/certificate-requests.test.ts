import { expect } from 'chai';
import { noteUnknownDevice } from '../../../shared/enrolment/operations/note-unknown-device.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeMasterDevice, uniqueMac } from '../../fixtures/records/device.js';
import { waitingEnrolment, askingDevice, makeEnrolmentToken } from '../../fixtures/records/enrolment.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const DAY_S = 86_400;

interface Shown {
  readonly id: number;
  readonly mac_id: string;
}

describe('a device with a certificate that is in no inventory', () => {
  // Old requests expire by the clock of the store.
  const clock = new TestClock(new Date());
  let service: TestService;
  let fixture: UpgradeFixture;
  before(async () => {
    service = await TestService.open({}, clock);
  });
  beforeEach(async () => {
    fixture = await service.fixture();
  });
  after(() => service.close());

  const note = (macId: string, authority = 'first'): Promise<void> =>
    noteUnknownDevice(service.deps, {
      organisationId: fixture.org,
      macId,
      authority,
      publicIp: '192.0.2.7',
    });
  async function shown(state = 'waiting'): Promise<readonly Shown[]> {
    const { body } = await fixture.call('GET', '/v1/enrolments', { query: { state } });
    return (body as { data: { enrolments: Shown[] } }).data.enrolments;
  }
  async function noted(macId = uniqueMac()): Promise<Shown> {
    await note(macId);
    const [found] = await shown();
    expect(found).to.include({ mac_id: macId });
    return found as Shown;
  }
  const approve = (id: number, body: object = { part_number: fixture.part._id }) =>
    fixture.call('POST', `/v1/enrolments/${id}/approve`, { body });
  const masterOf = (macId: string) => service.deps.mongo.models.masterInventory.findById(macId).lean();
  const storedOf = (macId: string) =>
    service.deps.mongo.models.enrolments.findOne({ organisationId: fixture.org, macId }).lean().orFail();

  // docs/enrolment.md#certificate-1
  it('waits, and comes to the inventory and to a network when a person approves it', async () => {
    const { id, ...request } = await noted();
    expect(request).to.deep.include({
      reason: 'certificate',
      token_id: null,
      token_name: null,
      public_ip: '192.0.2.7',
      board: '',
      replaces: false,
    });
    expect(refused(await approve(id, {}))).to.deep.equal([422, 1109]);
    const body = { part_number: fixture.part._id, network_id: fixture.network._id };
    const reply = await approve(id, body);
    expect(reply.status, reply.text).to.equal(200);
    const { enrolment } = (reply.body as { data: { enrolment: Record<string, unknown> } }).data;
    expect(enrolment).to.include({ state: 'approved', part_number: fixture.part._id });
    expect(await masterOf(request.mac_id)).to.include({
      identity: 'certificate',
      deviceKeyHash: null,
      isEnrolled: true,
      organisationId: fixture.org,
      deviceId: enrolment['device_id'],
    });
    const device = await service.deps.mongo.models.devices.findById(Number(enrolment['device_id'])).lean();
    expect(device).to.include({ macId: request.mac_id, locationNetworkId: fixture.network._id });
    expect(await shown()).to.deep.equal([]);
    const entries = await service.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, action: /^enrolment\.|^device\.enrolled/ })
      .lean();
    expect(entries.map(({ action, actor }) => `${action} ${actor}`)).to.have.members([
      'enrolment.requested system',
      `enrolment.approved user:${fixture.admin.user._id}`,
      `device.enrolled user:${fixture.admin.user._id}`,
    ]);
  });

  // docs/enrolment.md#certificate-2
  it('waits as long as it asks, and for seven days after it', async () => {
    const { mac_id: macId, id } = await noted();
    const asked = clock.now();
    expect((await storedOf(macId)).expiresAt.getTime() - asked.getTime()).to.equal(7 * DAY_S * 1000);
    clock.advance(60);
    await note(macId);
    expect((await storedOf(macId)).askedAt).to.deep.equal(asked);
    clock.advance(3600);
    await note(macId);
    const later = await storedOf(macId);
    expect(later).to.deep.include({ _id: id, askedAt: clock.now() });
    expect(later.expiresAt.getTime() - clock.now().getTime()).to.equal(7 * DAY_S * 1000);
  });

  // docs/enrolment.md#certificate-3
  it('is not shown again after it was refused, unless another authority vouches for it', async () => {
    const { mac_id: macId, id } = await noted();
    expect((await fixture.call('POST', `/v1/enrolments/${id}/refuse`)).status).to.equal(200);
    await note(macId);
    expect(await shown()).to.deep.equal([]);
    expect(await shown('refused')).to.have.length(1);
    await note(macId, 'second');
    expect(await shown()).to.have.length(1);
    expect(await shown('refused')).to.deep.equal([]);
  });

  // docs/enrolment.md#certificate-3
  it('leaves the request of a token as it is', async () => {
    const device = askingDevice(await makeEnrolmentToken(service.deps, fixture.org));
    const id = await waitingEnrolment(service.api, device);
    await note(device.mac_id);
    const [found, ...others] = await shown();
    expect(found).to.deep.include({ id, reason: 'board' });
    expect(others).to.deep.equal([]);
    const body = { part_number: fixture.part._id, network_id: fixture.network._id };
    expect(refused(await approve(id, body))).to.deep.equal([422, 1109]);
  });

  // docs/enrolment.md#certificate-4
  it('makes room for another when a thousand wait and it has not asked for a day', async () => {
    const first = await noted();
    const { _id, ...fields } = await storedOf(first.mac_id);
    const rest = Array.from({ length: 999 }, (_, index) => ({
      ...fields,
      _id: _id + 1_000_000 + index,
      macId: uniqueMac(),
    }));
    await service.deps.mongo.models.enrolments.insertMany(rest);
    const count = () => service.deps.mongo.models.enrolments.countDocuments({ organisationId: fixture.org });
    const waiting = async (macId: string) =>
      (await service.deps.mongo.models.enrolments.countDocuments({ organisationId: fixture.org, macId })) > 0;
    const [early, late] = [uniqueMac(), uniqueMac()];
    await note(early);
    expect([await count(), await waiting(early)]).to.deep.equal([1000, false]);
    clock.advance(DAY_S);
    await service.deps.mongo.models.enrolments.updateMany(
      { organisationId: fixture.org, macId: { $ne: first.mac_id } },
      { $set: { askedAt: clock.now() } },
    );
    await note(late);
    expect([await count(), await waiting(late), await waiting(first.mac_id)]).to.deep.equal([
      1000,
      true,
      false,
    ]);
  });

  // docs/enrolment.md#certificate-5
  it("has the part of the manufacturer's list, if it is there without a key", async () => {
    const { mac_id: macId, id } = await noted();
    const listed = { _id: macId, partNumber: fixture.part._id };
    const master = await makeMasterDevice(service.deps, { ...listed, deviceKeyHash: null });
    const reply = await approve(id, {});
    expect(reply.status, reply.text).to.equal(200);
    const claimed = await masterOf(macId);
    expect(claimed).to.include({
      identity: 'certificate',
      organisationId: fixture.org,
      routerSerialNumber: master.routerSerialNumber,
    });
    expect(claimed?.isEnrolled).to.equal(undefined);
    expect(await shown()).to.deep.equal([]);
  });

  // docs/enrolment.md#approve_enrolment-3
  it('is not approved when its MAC has a key, or is in an inventory by then', async () => {
    const keyed = await noted();
    await makeMasterDevice(service.deps, { _id: keyed.mac_id, partNumber: fixture.part._id });
    expect(refused(await approve(keyed.id))).to.deep.equal([409, 1111]);
    const taken = await noted();
    await (await service.fixture()).device({ macId: taken.mac_id });
    expect(refused(await approve(taken.id))).to.deep.equal([409, 1111]);
  });

  // docs/enrolment.md#certificate-1
  it('needs a network of the organisation, and room in the inventory', async () => {
    const { id } = await noted();
    const other = await service.fixture();
    const body = { part_number: fixture.part._id, network_id: other.network._id };
    expect(refused(await approve(id, body))).to.deep.equal([404, 1001]);
    await service.deps.mongo.models.organisations.updateOne({ _id: fixture.org }, { noOfAps: 0 });
    expect(refused(await approve(id))).to.deep.equal([422, 1005]);
    expect(await shown()).to.have.length(1);
    expect((await other.call('POST', `/v1/enrolments/${id}/refuse`)).status).to.equal(404);
  });
});
