import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import {
  issueAuthority,
  issueDeviceCertificate,
  type Issued,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { runLoop } from '../../../dev/run-loop.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeMasterDevice, uniqueMac, type TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { setAuthority, twoAuthorities } from './two-authorities.js';
import { VALID, type SpeakingDevice, type UcentralSite } from './ucentral-site.js';

// docs/ucentral.md#owners
describe('the authority of an organisation at the gateway', () => {
  let site: UcentralSite;
  let gateway: RunningGateway;
  let own: Issued;
  let others: Issued;
  let other: UpgradeFixture;
  before(async () => {
    ({ site, gateway, own, others, other } = await twoAuthorities());
  });
  after(() => site.close());

  const speak = async (device: Pick<TestDevice, 'macId'>, authority: Issued): Promise<SpeakingDevice> =>
    site.speak(gateway, device, await issueDeviceCertificate(authority, device.macId, VALID));

  const outcome = (device: Pick<TestDevice, 'macId'>, authority: Issued): Promise<string> =>
    speak(device, authority).then(
      ({ socket }) => {
        socket.terminate();
        return 'opened';
      },
      () => 'refused',
    );

  const counted = async (of: string): Promise<number> => {
    const { values } = await gateway.deps.gatewayMetrics.admissions.get();
    return values.find(({ labels }) => labels['outcome'] === of)?.value ?? 0;
  };

  /** A connection that has said `connect`. */
  async function connected(device: TestDevice, authority: Issued): Promise<SpeakingDevice> {
    const speaking = await speak(device, authority);
    speaking.connect('v1');
    await eventually('its session has begun', () => site.recordOf(device));
    return speaking;
  }

  it('opens a device of its inventory, and none of another organisation or of no inventory', async () => {
    const [mine, theirs] = [await site.device(), await site.device()];
    expect(await outcome(mine, own)).to.equal('opened');
    const before = await counted('unknown');
    void outcome(theirs, others);
    void outcome({ macId: uniqueMac() }, own);
    await eventually('both are held', async () => (await counted('unknown')) === before + 2);
    expect(await outcome(theirs, site.authority)).to.equal('opened');
  });

  // docs/ucentral.md#waiting
  it('lets a device in no inventory wait for a person, and opens it when it was approved', async () => {
    const { fixture } = site;
    const stranger = { macId: uniqueMac() };
    void outcome(stranger, own);
    const waiting = async () => {
      const { body } = await fixture.call('GET', '/v1/enrolments');
      return (body as { data: { enrolments: { id: number; mac_id: string }[] } }).data.enrolments;
    };
    const found = await eventually('it waits', async () =>
      (await waiting()).find(({ mac_id }) => mac_id === stranger.macId),
    );
    expect(found).to.include({ reason: 'certificate', public_ip: '127.0.0.1' });
    const body = { part_number: fixture.part._id, network_id: fixture.network._id };
    const reply = await fixture.call('POST', `/v1/enrolments/${found.id}/approve`, { body });
    expect(reply.status, reply.text).to.equal(200);
    expect(await outcome(stranger, own)).to.equal('opened');
  });

  // docs/ucentral.md#waiting
  it('lets no device wait that another organisation has, that has a key, or that the installation vouches for', async () => {
    const [theirs, keyed] = [await other.device(), await makeMasterDevice(site.service.deps)];
    const before = await counted('unknown');
    void outcome(theirs, own);
    void outcome({ macId: keyed._id }, own);
    void outcome({ macId: uniqueMac() }, site.authority);
    await eventually('all are held', async () => (await counted('unknown')) === before + 3);
    const { enrolments } = site.service.deps.mongo.models;
    const macs = [theirs.macId, keyed._id];
    expect(await enrolments.countDocuments({ macId: { $in: macs } })).to.equal(0);
    expect(await enrolments.countDocuments({ organisationId: { $ne: site.fixture.org } })).to.equal(0);
  });

  // docs/ucentral.md#identity
  it('is another one than that of the installation for a device that has connected under that', async () => {
    const device = await site.device();
    const first = await connected(device, site.authority);
    const before = await counted('other_authority');
    expect(await outcome(device, own)).to.equal('refused');
    expect(await counted('other_authority')).to.equal(before + 1);
    expect(await outcome(device, own)).to.equal('refused');
    const { alerts, auditEntries } = site.service.deps.mongo.models;
    const entries = await auditEntries.find({ subject: `device:${device._id}` }).lean();
    expect(entries.map(({ action, actor }) => [action, actor])).to.deep.equal([
      ['device.identity_conflict', 'system'],
    ]);
    await runLoop('alertSources', site.service.deps);
    const isOpen = { kind: 'identity_conflict', subjectId: device._id, state: 'open' } as const;
    expect(await alerts.countDocuments(isOpen)).to.equal(1);
    const { ucentralDevices } = site.service.deps.mongo.models;
    const dayAgo = new Date(Date.now() - 86_400_001);
    await ucentralDevices.updateOne({ _id: device._id }, { $set: { conflictAt: dayAgo } });
    await runLoop('alertSources', site.service.deps);
    expect(await alerts.countDocuments(isOpen)).to.equal(0);
    first.socket.terminate();
  });

  it('closes what it has opened when it is replaced or removed, and nothing when it is renewed', async () => {
    const [device, staying] = [await site.device(), await site.device()];
    const kept = await connected(staying, site.authority);
    const next = await issueAuthority('next', VALID);
    const speaking = await connected(device, own);
    await setAuthority(site.fixture, own);
    await gateway.reload();
    expect(speaking.closedWith).to.equal(null);
    await setAuthority(site.fixture, next);
    await gateway.reload();
    expect(await eventually('it is closed', () => speaking.closedWith)).to.equal(1008);
    expect(await outcome(device, own)).to.equal('refused');
    const later = await connected(await site.device(), next);
    await setAuthority(site.fixture, null);
    expect(
      await eventually('it is closed without a reload', () => later.closedWith),
      'the gateway looks for changes by itself',
    ).to.equal(1008);
    expect(kept.closedWith).to.equal(null);
    kept.socket.terminate();
    await setAuthority(site.fixture, own);
    await gateway.reload();
  });

  it('is left out while the installation has an authority of its name', async () => {
    const rogue = await issueAuthority('later', VALID);
    const device = await site.device();
    await setAuthority(site.fixture, rogue);
    await gateway.reload();
    expect(await outcome(device, rogue)).to.equal('opened');
    const same = await issueAuthority('later', VALID);
    await site.write('ca.pem', site.authority.certificate + same.certificate);
    await gateway.reload();
    expect(await outcome(device, rogue)).to.equal('refused');
    expect(await outcome(device, same)).to.equal('opened');
    await site.write('ca.pem', site.authority.certificate);
    await setAuthority(site.fixture, own);
    await gateway.reload();
  });
});
