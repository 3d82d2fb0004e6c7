import { expect } from 'chai';
import { RENDERER_VERSION } from '../../../shared/configuration/domain/render-document.js';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { sendHeartbeat, TestService } from '../../fixtures/records/test-service.js';
import type { ConfigurationAnswer, ConfiguredDevice } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

const REVISION = 'a'.repeat(64);
/** An API reads each second the edits of the last half minute by its clock, however many heartbeats come until then. */
const BETWEEN_BEATS_S = 0.01;

describe('a heartbeat with a configuration', () => {
  let service: TestService;
  let network: EditedNetwork;
  let device: ConfiguredDevice;
  const apis: TestApi[] = [];
  before(async () => {
    service = await TestService.open();
  });
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 1);
    [device] = network.devices as [ConfiguredDevice];
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.close();
  });

  // docs/device-makers.md#configuration-report
  it('is refused with a value out of its bounds, and accepted with the longest values', async () => {
    const send = async (more: object): Promise<number> => {
      const configuration = { revision: null, ...more };
      return (await sendHeartbeat(service.api, device.device, { configuration })).status;
    };
    const leftOut = (count: number) => {
      const why = { feature: 'invalid', field: 'x'.repeat(64), message: 'x'.repeat(200) };
      return { left_out: Array.from({ length: count }, (_, ssid_id) => ({ ssid_id, ...why })) };
    };
    const error = (message: string, code = 'apply') => ({ error: { code, message } });
    for (const bad of [
      { revision: 'latest' },
      { revision: REVISION.toUpperCase() },
      { state: 'pending' },
      { attempt: -1 },
      { attempted: 'a' },
      error('', 'unknown'),
      error('x'.repeat(301)),
      leftOut(33),
      { agent: 'x'.repeat(65) },
      { waiting_s: -1 },
      { waiting_s: 1801 },
      { left_out: [{ ssid_id: 1, feature: 'invalid', field: 'x'.repeat(129) }] },
      { left_out: [{ ssid_id: 1, feature: 'invalid', message: 'x'.repeat(201) }] },
    ])
      expect(await send(bad), JSON.stringify(bad).slice(0, 60)).to.equal(422);
    const more = { mended: true, waiting_s: 1800, agent: 'x'.repeat(64) };
    const longest = { ...error('x'.repeat(300)), ...leftOut(32), ...more };
    expect(await send({ state: 'failed', attempted: REVISION, attempt: 1, ...longest })).to.equal(200);
  });

  // docs/configuration.md#heartbeat-1
  it('is answered with a due fetch by an API that hears its first managed device', async () => {
    await network.edit({ ssid_name: 'Bar' });
    await network.patch({ canary: false });
    const api = await startTestApi({ env: service.env, now: service.clock.now });
    apis.push(api);
    expect(await network.beat(device, {}, api)).to.include({ fetch: true });
  });

  // docs/configuration.md#heartbeat-4
  it('is not answered with a fetch while an upgrade is offered to the device or reported by it', async () => {
    await network.edit({ ssid_name: 'Bar' });
    await network.untilOffered(device);
    await network.fixture.post({ aps: [`AP:${device.device._id}`] });
    await service.dispatch();
    const beat = async (more: object) => {
      const configuration = { revision: network.running(device), state: 'applied' };
      const { body, text } = await sendHeartbeat(service.api, device.device, { configuration, ...more });
      const answer = body as { configuration: ConfigurationAnswer; upgrade: { id: number } | null };
      expect(answer.configuration, text).to.have.property('fetch');
      return answer;
    };
    const offered = await beat({});
    expect(offered.upgrade).not.to.equal(null);
    expect(offered.configuration.fetch).to.equal(false);
    const upgrade = { id: offered.upgrade?.id ?? 0, state: 'downloading' };
    expect((await beat({ upgrade })).configuration.fetch).to.equal(false);
    expect((await beat({ upgrade: { ...upgrade, state: 'failure' } })).configuration.fetch).to.equal(false);
  });

  // docs/configuration.md#heartbeat-cost
  it('needs the queries of one without, and one write more when it claims the canary', async () => {
    const commandsOf = async (configuration?: object): Promise<string[]> => {
      const fields = configuration ? { configuration } : {};
      service.clock.advance(BETWEEN_BEATS_S);
      const beat = () => sendHeartbeat(service.api, device.device, fields);
      const { result, commands } = await countRoundTrips(service.deps, beat);
      expect(result.status, result.text).to.equal(200);
      return commands.filter((command) => !command.endsWith('master_inventory')).sort();
    };
    const report = { revision: network.running(device), state: 'applied' };
    // By then the device is remembered.
    for (let beats = 0; beats < 2; beats += 1) await commandsOf(report);
    const managed = await commandsOf(report);
    expect(managed).to.deep.equal(['find devices', 'find upgrades', 'update device_states']);
    await network.edit({ ssid_name: 'Bar' });
    let claiming = managed;
    await eventually('the device is the canary', async () => {
      claiming = await commandsOf(report);
      return (await network.record()).parts?.length === 1;
    });
    expect(claiming).to.deep.equal([...managed, 'update network_configurations'].sort());
    await commandsOf();
    expect(await commandsOf(), 'without a configuration').to.deep.equal(managed);
  });

  // docs/configuration.md#newer-renderer
  it('is not answered with a fetch, nor a fetch with a document, by an API with an older renderer', async () => {
    await network.edit({ ssid_name: 'Bar' });
    const { configurationSettings } = service.deps.mongo.models;
    await configurationSettings.updateOne({}, { $set: { rendererVersion: RENDERER_VERSION + 1 } });
    const older = await startTestApi({ env: service.env, now: service.clock.now, random: () => 0.5 });
    apis.push(older);
    // docs/configuration.md#fetch-5
    const refused = await device.fetch({}, older);
    expect([refused.status, refused.headers.get('Retry-After')]).to.deep.equal([503, '16']);
    expect(refused.body).to.include({ error_code: 1108 });
    for (let beats = 0; beats < 3; beats += 1)
      expect(await network.beat(device, {}, older)).to.include({ fetch: false });
    await configurationSettings.updateOne({}, { $set: { rendererVersion: RENDERER_VERSION } });
  });
});
