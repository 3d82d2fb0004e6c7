import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import {
  issueDeviceCertificate,
  type Issued,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { setAuthority, twoAuthorities } from './two-authorities.js';
import { ACCESS_POINT, VALID, type SpeakingDevice, type UcentralSite } from './ucentral-site.js';

describe('devices of two organisations at one gateway', () => {
  let site: UcentralSite;
  let gateway: RunningGateway;
  let own: Issued;
  let others: Issued;
  let other: UpgradeFixture;
  before(async () => {
    // A removed device is found out by a notice, not by a heartbeat that happens to be due.
    ({ site, gateway, own, others, other } = await twoAuthorities({ HEARTBEAT_INTERVAL_S: '3600' }));
  });
  after(() => site.close());

  const speak = async (device: Pick<TestDevice, 'macId'>, authority: Issued): Promise<SpeakingDevice> =>
    site.speak(gateway, device, await issueDeviceCertificate(authority, device.macId, VALID));

  async function connected(device: TestDevice, authority: Issued): Promise<SpeakingDevice> {
    const speaking = await speak(device, authority);
    speaking.connect('v1', { capabilities: { platform: 'switch' } });
    await eventually('it is heard', async () => (await stateOf(device)).lastHeartbeatAt);
    return speaking;
  }

  const stateOf = ({ _id }: Pick<TestDevice, '_id'>) =>
    site.service.deps.mongo.models.deviceStates.findOne({ _id }).orFail().lean();

  const counted = async (metric: 'admissions' | 'closes', of: string): Promise<number> => {
    const { values } = await gateway.deps.gatewayMetrics[metric].get();
    return values.find((value) => Object.values(value.labels).includes(of))?.value ?? 0;
  };

  /** Opens a connection that the gateway holds, because the device is unknown to the owner of the authority. */
  async function isHeld(device: Pick<TestDevice, 'macId'>, authority: Issued): Promise<void> {
    const before = await counted('admissions', 'unknown');
    void speak(device, authority).catch(() => undefined);
    await eventually('it is held', async () => (await counted('admissions', 'unknown')) === before + 1);
  }

  /** What organisations have in records that people read. */
  async function visible(): Promise<number[]> {
    const { auditEntries, alerts, enrolments } = site.service.deps.mongo.models;
    return Promise.all([
      auditEntries.countDocuments({ action: /^device\./ }),
      alerts.countDocuments(),
      enrolments.countDocuments(),
    ]);
  }

  // docs/reliability.md#foreign-certificate
  it('keep what is theirs when another organisation certifies their MAC, which learns nothing', async () => {
    const device = await site.device();
    const speaking = await connected(device, site.authority);
    const record = await site.recordOf(device);
    const before = await visible();
    await isHeld(device, others);
    expect(await site.recordOf(device)).to.deep.equal(record);
    expect(await visible()).to.deep.equal(before);
    expect(speaking.closedWith).to.equal(null);
    speaking.socket.terminate();
  });

  // docs/reliability.md#removed-authority
  it('are not heard any more when the authority of their connection is removed', async () => {
    const device = await site.device();
    const speaking = await connected(device, own);
    const before = await stateOf(device);
    await setAuthority(site.fixture, null);
    const chatter = setInterval(() => {
      const state = { unit: { memory: { free: 1024 } } };
      if (speaking.closedWith === null) speaking.notify('state', { uuid: 1, state });
    }, 50);
    await gateway.reload();
    expect(await eventually('it is closed', () => speaking.closedWith)).to.equal(1008);
    clearInterval(chatter);
    const again = speak(device, own).then(
      () => 'opened',
      () => 'refused',
    );
    expect(await again).to.equal('refused');
    expect(await stateOf(device)).to.deep.equal(before);
    await setAuthority(site.fixture, own);
    await gateway.reload();
    const back = await connected(device, own);
    await eventually('it has connected again', async () => (await site.recordOf(device))?.session === 2);
    back.socket.terminate();
  });

  // docs/reliability.md#other-organisation
  it('belong to another organisation at once when they are removed from one and added to the other', async () => {
    const device = await site.device();
    const { speaking } = await site.configured(gateway, device, 'v1');
    const body = { devices: [device.macId] };
    const removed = await site.fixture.call('POST', '/v1/access_points/remove_devices', { body });
    expect(removed.status, removed.text).to.equal(200);
    await speaking.next('configure');
    const provisioned = { mac_id: device.macId, network_id: other.network._id };
    const added = await other.call('POST', '/v1/access_points/provisioning', { body: provisioned });
    expect(added.status, added.text).to.equal(200);
    const { devices, ucentralDevices } = site.service.deps.mongo.models;
    const { macId } = device;
    const moved = await devices.findOne({ macId }).orFail().lean();
    expect(moved.organisationId).to.equal(other.org);

    // The connection still is that of the first organisation, until the device has answered.
    await isHeld(device, own);
    const back = await speak(device, site.authority);
    back.connect('v2', { capabilities: ACCESS_POINT });
    const { params } = await back.next('configure');
    expect(await ucentralDevices.distinct('organisationId', { macId })).to.include(other.org);
    const mine = await ucentralDevices.findOne({ macId, organisationId: other.org }).orFail().lean();
    expect(mine).to.include({ _id: moved._id, session: 1, running: null });
    expect(params['uuid']).to.be.above(0);
    speaking.socket.terminate();
    back.socket.terminate();
  });
});
