import { expect } from 'chai';
import {
  judgeDueCanaries,
  judgeNewRefusals,
} from '../../../shared/configuration/operations/judge-canaries.js';
import { startTestApi } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork, FIRST_SSID } from './edited-network.js';

describe('an edit of a network', () => {
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

  // docs/configuration.md#edit-base
  it('goes to one device first, and to the others when it has run there for soak_s', async () => {
    await network.claim(first);
    expect(await network.beat(second)).to.include({ fetch: false });
    const waiting = await second.fetch();
    expect(waiting.status).to.equal(409);
    expect(waiting.body).to.include({ error_code: 1118 });
    await network.apply(first);
    expect((await network.record()).parts?.[0]).to.include({ passedAt: null });
    service.clock.advance(29);
    await network.beat(first);
    expect((await network.record()).parts?.[0]).to.include({ passedAt: null });
    service.clock.advance(1);
    await network.beat(first);
    expect((await network.record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    expect(await network.beat(second)).to.include({ fetch: true });
    const document = await second.document();
    expect(document['wireless']).to.have.nested.property('[0].ssid', 'Bar');
  });

  // docs/configuration.md#fetch-3
  it('is not given to a canary whose place was freed while it fetched', async () => {
    await network.claim(first);
    let freed: Promise<unknown> | undefined;
    const slow = await startTestApi({
      env: service.env,
      now: service.clock.now,
      async failpoint(at) {
        if (at !== 'fetch-recorded') return;
        freed ??= (async () => {
          service.clock.advance(121);
          await judgeDueCanaries(service.deps);
          await network.untilOffered(second);
        })();
        await freed;
      },
    });
    try {
      const late = await first.fetch({}, slow);
      expect([late.status, late.body], late.text).to.deep.include(409);
      expect(late.body).to.include({ error_code: 1118 });
      expect((await network.record()).parts?.[0]).to.include({
        deviceId: second.device._id,
        tries: 2,
        fetchedAt: null,
      });
      await network.apply(second);
      expect((await first.fetch()).status).to.equal(409);
    } finally {
      await slow.close();
    }
  });

  // docs/configuration.md#canary-claim
  it('is claimed by one of several APIs at once', async () => {
    await network.edit({ ssid_name: 'Bar' });
    const { _id: networkId, organisationId, seq } = await network.record();
    const at = service.clock.now();
    const { partNumber: part } = first.device;
    const claims = Array.from({ length: 8 }, (_, index) => {
      const step = { kind: 'claim', part, deviceId: index + 1, tries: 1, at } as const;
      return service.deps.stores.canaries.write([{ organisationId, networkId, seq, step, dueAt: at }], at);
    });
    expect((await Promise.all(claims)).filter((written) => written === 1)).to.have.length(1);
    expect((await network.record()).parts).to.have.length(1);
  });

  // docs/configuration.md#hold
  it('goes to no other device after its canary has refused it, not even to a new one', async () => {
    await network.claim(first);
    await network.refuse(first);
    expect((await network.record()).held).to.include({
      reason: 'canary',
      deviceId: first.device._id,
      code: 'apply',
    });
    expect(await network.beat(second)).to.include({ fetch: false });
    expect((await second.fetch()).status).to.equal(409);
    const fresh = new ConfiguredDevice(
      service,
      await network.fixture.device({ network: network.fixture.network }),
    );
    await fresh.report(null);
    const document = await fresh.document();
    expect(document['wireless']).to.have.nested.property('[0].ssid', 'Lobby');
    expect(document['wireless']).to.have.nested.property('[0].security.key', FIRST_SSID.wpa_key);
  });

  // docs/configuration.md#edit-undo
  it('that is undone ends the hold, and passes without another document', async () => {
    await network.claim(first);
    await network.refuse(first);
    await network.edit(FIRST_SSID);
    expect(await network.record()).to.include({ held: null, isHeld: false });
    await network.untilOffered(first);
    const known = `W/"${network.running(first) ?? ''}"`;
    expect((await first.fetch({ 'If-None-Match': known })).status).to.equal(304);
    expect((await network.record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    expect((await second.fetch({ 'If-None-Match': known.slice(0, 3) })).status).to.equal(200);
  });

  // docs/configuration.md#canary-fetched
  it('does not pass by a fetch whose If-None-Match names no revision', async () => {
    await network.claim(first);
    expect((await first.fetch({ 'If-None-Match': '*' })).status).to.equal(304);
    expect((await network.record()).parts?.[0]).to.include({ passedAt: null });
  });

  // docs/configuration.md#edit
  it('during a test begins a new one, with the same base', async () => {
    await network.claim(first);
    const { base, seq } = await network.record();
    await network.edit({ ssid_name: 'Terrace' });
    const now = await network.record();
    expect(now).to.deep.include({ seq: seq + 1, parts: [], base });
  });

  it('frees the place of a canary that does not fetch, for the next heartbeat', async () => {
    await network.claim(first);
    service.clock.advance(2 * service.deps.env.heartbeatIntervalS);
    await judgeDueCanaries(service.deps);
    expect((await network.record()).parts?.[0]).to.include({ deviceId: null, tries: 1 });
    await network.untilOffered(second);
    expect((await network.record()).parts?.[0]).to.include({ deviceId: second.device._id, tries: 2 });
  });

  it('is watched when a device claims it while the worker judges the network', async () => {
    await network.claim(first);
    await network.apply(first);
    service.clock.advance(30);
    await network.beat(first);
    service.clock.advance(600);
    await network.edit({ ssid_name: 'Terrace' });
    service.failpoint = async (failpoint) => {
      if (failpoint !== 'canaries-read') return;
      service.clock.advance(1);
      await network.untilOffered(first);
    };
    await judgeDueCanaries(service.deps);
    service.failpoint = () => undefined;
    const { parts, isWatched } = await network.record();
    expect(parts?.[0]).to.include({ deviceId: first.device._id });
    expect(isWatched).to.equal(true);
  });

  it('is held while its canary is lost, until that reports that it runs it', async () => {
    await network.claim(first);
    const { revision } = await first.document();
    service.clock.advance(2 * 120 + 30 + service.deps.env.downAfterS);
    await judgeDueCanaries(service.deps);
    await judgeDueCanaries(service.deps);
    expect((await network.record()).held).to.include({ reason: 'canary_lost' });
    await eventually('the hold is lifted', async () => {
      await first.report(revision);
      return (await network.record()).held === null;
    });
    service.clock.advance(30);
    await eventually('the canary passes', async () => {
      await first.report(revision);
      return (await network.record()).parts?.[0]?.passedAt != null;
    });
  });

  it('is held when stop_after devices have refused it', async () => {
    await network.patch({ soak_s: 0, stop_after: 1 });
    await network.claim(first);
    await network.apply(first);
    await network.untilOffered(second);
    await network.refuse(second);
    await judgeNewRefusals(service.deps, { from: new Date(0) });
    expect(await network.record()).to.deep.include({ refusals: [second.device._id] });
    expect((await network.record()).held).to.include({ reason: 'failures', deviceId: null });
  });

  it('is judged beside refusals of devices that have fetched nothing', async () => {
    const { deviceStates } = service.deps.mongo.models;
    const at = service.clock.now();
    const refused = { revision: 'a'.repeat(64), state: 'failed', code: 'apply', key: null, at };
    await deviceStates.updateOne(
      { _id: first.device._id },
      { $set: { 'configuration.refused': refused }, $unset: { 'configuration.rendered': 1 } },
    );
    const found = await service.deps.stores.refusals.since(new Date(at.getTime() - 1), 1000);
    expect(found.find(({ deviceId }) => deviceId === first.device._id)).to.deep.include({
      key: [0, 0, 0, 0],
      at,
    });
  });

  // docs/configuration.md#canary-failures
  for (const before of [3, null])
    it(`is held when stop_after ${before ?? 'null'} is lowered to the devices that have refused it`, async () => {
      await network.patch({ soak_s: 0, stop_after: before });
      await network.claim(first);
      await network.apply(first);
      await network.untilOffered(second);
      await network.refuse(second);
      await judgeNewRefusals(service.deps, { from: new Date(0) });
      expect((await network.record()).held).to.equal(null);
      await network.patch({ stop_after: 2 });
      await judgeDueCanaries(service.deps);
      expect((await network.record()).held).to.equal(null);
      await network.patch({ stop_after: 1 });
      await judgeDueCanaries(service.deps);
      expect((await network.record()).held).to.include({ reason: 'failures', deviceId: null });
    });

  // docs/configuration.md#settings-canary
  it('goes to every device after canary is turned off', async () => {
    await network.claim(first);
    await network.refuse(first);
    expect(await network.patch({ canary: false })).to.include({ canary: false });
    expect(await network.record()).to.include({ base: null, held: null });
    await network.untilOffered(second);
  });

  // docs/configuration.md#settings
  it('shows the settings of the configuration, with their defaults and bounds', async () => {
    const defaults = {
      canary: true,
      soak_s: 30,
      stop_after: 3,
      confirm_within_s: 120,
      on_drift: 'report',
      canary_forced: false,
    };
    expect(await network.patch({})).to.deep.equal(defaults);
    expect(await network.patch({ stop_after: null, confirm_within_s: 60 })).to.deep.equal({
      ...defaults,
      stop_after: null,
      confirm_within_s: 60,
    });
    for (const configuration of [
      { soak_s: -1 },
      { stop_after: 0 },
      { confirm_within_s: 901 },
      { canary: null },
    ]) {
      const body = { configuration };
      const reply = await network.fixture.call('PATCH', `/v1/networks/${network.fixture.network._id}`, {
        body,
      });
      expect(reply.status, reply.text).to.equal(422);
    }
    await network.untilOffered(first);
    expect(await first.document()).to.include({ confirm_within_s: 60 });
  });
});
