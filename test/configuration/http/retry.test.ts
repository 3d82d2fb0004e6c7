import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import type { Reply } from '../../fixtures/api.js';
import { ConfiguredDevice } from './configured-device.js';

interface Shown {
  readonly state: string;
  readonly key: number[];
}

describe('a retry of a configuration', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: ConfiguredDevice;
  before(async () => {
    service = await TestService.open();
  });
  beforeEach(async () => {
    fixture = await service.fixture();
    device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
  });
  after(() => service.close());

  const devicePath = (): string => `/v1/devices/${device.device._id}/configuration`;
  const networkPath = (): string => `/v1/networks/${fixture.network._id}/configuration`;
  async function shown(): Promise<Shown> {
    const reply = await fixture.call('GET', devicePath());
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: Shown } }).data.configuration;
  }
  async function retry(path: string, headers: Record<string, string> = {}): Promise<boolean> {
    const reply = await fixture.call('POST', `${path}/retry`, { headers });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { retried: boolean } }).data.retried;
  }
  /** What a device reports whose attempt has failed for good. */
  const failure = (attempted: string, attempt: number) => {
    return { state: 'failed', attempted, attempt, error: { code: 'apply', message: 'no radio' } };
  };
  async function refuse(attempt: number): Promise<object> {
    await device.untilFetch(true, null);
    const { revision } = await device.document();
    const report = failure(revision, attempt);
    await device.report(null, report);
    expect((await shown()).state).to.equal('failed');
    return report;
  }
  const entries = () =>
    service.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, action: 'configuration.retried' })
      .lean();

  for (const [what, path, growth] of [
    ['a device', devicePath, [0, 1]],
    ['its network', networkPath, [1, 0]],
  ] as const) {
    // docs/configuration.md#states-1
    // docs/configuration.md#states-3
    // docs/configuration.md#retry_device_configuration-1
    // docs/configuration.md#retry_network_configuration-1
    it(`of ${what} offers the refused document again, until the next attempt fails`, async () => {
      const report = await refuse(1);
      const [, networkSeq = 0, deviceSeq = 0] = (await shown()).key;
      expect(await retry(path())).to.equal(true);
      const pending = await shown();
      expect(pending.state).to.equal('pending');
      expect(pending.key.slice(1, 3)).to.deep.equal([networkSeq + growth[0], deviceSeq + growth[1]]);
      await device.untilFetch(true, null, report);
      const { revision } = await device.document();
      expect((await shown()).state).to.equal('pending');
      await device.report(null, report);
      expect((await shown()).state, 'a repetition of the old outcome').to.equal('pending');
      await device.report(null, failure(revision, 2));
      expect((await shown()).state).to.equal('failed');
      expect((await device.fetch()).status).to.equal(409);
      const [entry, ...others] = await entries();
      expect(others).to.deep.equal([]);
      expect(entry?.subject).to.equal(
        path === devicePath ? `device:${device.device._id}` : `network:${fixture.network._id}`,
      );
    });

    // docs/configuration.md#retry_device_configuration-2
    // docs/configuration.md#retry_network_configuration-2
    it(`of ${what} changes nothing when there is nothing to retry`, async () => {
      const { key } = await shown();
      expect(await retry(path())).to.equal(false);
      expect((await shown()).key).to.deep.equal(key);
      expect(await entries()).to.deep.equal([]);
    });

    it(`of ${what} makes a device that drifts pending until it reports the next outcome`, async () => {
      const { revision } = await device.document();
      await device.report(revision, { drifted: true });
      expect((await shown()).state).to.equal('drifted');
      expect(await retry(path())).to.equal(true);
      expect((await shown()).state).to.equal('pending');
      await device.untilFetch(true, revision, { drifted: true });
      await device.document();
      expect((await shown()).state).to.equal('pending');
      await device.report(revision, { attempt: 2 });
      expect((await shown()).state).to.equal('in_sync');
      await device.report(revision, { attempt: 2, drifted: true });
      expect((await shown()).state).to.equal('drifted');
    });
  }

  // docs/configuration.md#retry_device_configuration-1
  it('of a device that leaves something out raises its sequence, so that it fetches', async () => {
    const { revision } = await device.document();
    const without = { left_out: [{ ssid_id: 1, feature: 'vlan' }] };
    await device.untilFetch(false, revision, without);
    const [, , before = 0] = (await shown()).key;
    expect(await retry(devicePath())).to.equal(true);
    expect((await shown()).key[2]).to.equal(before + 1);
    await device.untilFetch(true, revision, without);
  });

  it('of a network does not count for devices that refuse their document after it', async () => {
    await refuse(1);
    await retry(networkPath());
    await device.untilFetch(true, null);
    const { revision } = await device.document();
    await device.report(null, failure(revision, 2));
    await makeSsid(service.api, fixture, { ssid_name: 'off', is_enabled: false });
    await device.untilFetch(true, null, failure(revision, 2));
    expect((await device.fetch()).status).to.equal(409);
    expect((await shown()).state).to.equal('failed');
  });

  // docs/configuration.md#states-4
  it('is not undone by a heartbeat that was read before it', async () => {
    const report = await refuse(1);
    service.failpoint = async (step) => {
      if (step !== 'heartbeats-read') return;
      service.failpoint = () => undefined;
      expect(await retry(devicePath())).to.equal(true);
    };
    const answer = await device.report(null, { ...report, agent: 'another version' });
    expect(answer).to.deep.equal({ confirmed: null, fetch: false });
    expect((await shown()).state).to.equal('pending');
    const heard = await service.deps.mongo.models.deviceStates.findById(device.device._id).lean();
    expect(heard?.lastHeartbeatAt, 'the time of the heartbeat').to.deep.equal(service.deps.now());
    await device.untilFetch(true, null, { ...report, agent: 'another version' });
    expect((await device.fetch()).status).to.equal(200);
  });

  it('is made once under an Idempotency-Key, and by users with full access', async () => {
    await refuse(1);
    const headers = { 'Idempotency-Key': 'again' };
    const { key } = await shown();
    expect([await retry(networkPath(), headers), await retry(networkPath(), headers)]).to.deep.equal([
      true,
      true,
    ]);
    expect((await shown()).key[1]).to.equal((key[1] ?? 0) + 1);
    const viewer = await makeUser(service.deps, fixture.org, { role: 'viewer' });
    for (const path of [devicePath(), networkPath()]) {
      const reply: Reply = await service.api.call('POST', `${path}/retry`, { token: viewer.token });
      expect([reply.status, reply.body]).to.deep.include(403);
    }
  });

  // docs/configuration.md#network_configuration-1
  it('is not needed for an SSID that no document has, which the network names', async () => {
    const id = await makeSsid(service.api, fixture, { ssid_name: 'Odd', radio_band: '9' });
    const reply = await fixture.call('GET', networkPath());
    expect(reply.status, reply.text).to.equal(200);
    const { configuration } = (reply.body as { data: { configuration: Record<string, unknown> } }).data;
    expect(configuration).to.include({ seq: 1 });
    expect(configuration['left_out']).to.deep.equal([
      { ssid_id: id, field: 'radio_band', value: '9', reason: 'unknown_number' },
    ]);
  });
});
