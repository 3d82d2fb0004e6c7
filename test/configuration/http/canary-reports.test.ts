import { expect } from 'chai';
import { judgeDueCanaries } from '../../../shared/configuration/operations/judge-canaries.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

describe('an edit, by what its canary reports,', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
  });

  // docs/configuration.md#canary-left-out
  it('is held when its canary leaves out an SSID that it had on the air, and passes when it never had it', async () => {
    await network.claim(first);
    await network.applyWithout(first, 'invalid', network.ssidId);
    const { held, seq } = await network.record();
    expect(held).to.include({ reason: 'canary', code: 'left_out', ssidId: network.ssidId });
    expect(await network.beat(second)).to.include({ fetch: false });
    const reply = await network.fixture.call(
      'GET',
      `/v1/networks/${network.fixture.network._id}/configuration`,
    );
    expect(reply.body, reply.text)
      .to.have.nested.property('data.configuration.held')
      .that.includes({ code: 'left_out', ssid_id: network.ssidId });
    const added = await makeSsid(service.api, network.fixture, { ssid_name: 'Pool', security_mode: '0' });
    await network.edit({ ssid_name: 'Lobby' });
    await network.untilOffered(first);
    await network.applyWithout(first, 'router', added);
    const record = await network.record();
    expect(record.seq).to.be.above(seq);
    expect(record.held).to.equal(null);
    expect(record.parts?.[0]?.appliedAt).to.be.instanceOf(Date);
  });

  // docs/configuration.md#canary-waiting
  it('is not lost while its canary waits for radios that listen for radar', async () => {
    await network.claim(first);
    await first.document();
    service.clock.advance(60);
    await network.beat(first, { waiting_s: 600 });
    const { parts } = await network.record();
    expect(parts?.[0]?.waitingUntil).to.deep.equal(new Date(service.clock.now().getTime() + 600_000));
    expect(parts?.[0]?.appliedAt).to.equal(null);
    service.clock.advance(600 + 2 * 120 + 30 + 180 - 1);
    await judgeDueCanaries(service.deps);
    expect((await network.record()).held).to.equal(null);
    service.clock.advance(1);
    await judgeDueCanaries(service.deps);
    expect((await network.record()).held).to.include({ reason: 'canary_lost' });
  });
});
